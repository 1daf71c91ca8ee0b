import http from 'node:http';
import https from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { TryResult } from '../../machines/webhook/webhook.ts';
import { AddressRefused, guardedLookup, guardHost } from './guard-address.ts';

export type Posted = TryResult & {
  answer: string | null;
  durationMs: number;
  /** The address may not be reached from here: private, local, or without TLS. */
  addressRefused: boolean;
};
export type Poster = (
  url: string,
  headers: Record<string, string | number>,
  body: string | Buffer,
) => Promise<Posted>;

const timeoutMs = 10_000;
/** How much of an answer is logged. */
const answerBytes = 2_000;

/**
 * POST to a webhook's address and read the start of the answer. No redirects; 10 s at most in total.
 * Addresses are checked at the connection, after the name was resolved, so a name cannot point to another
 * address when it is used than when it was checked. Throws only on a bug.
 *
 * @param privateAddresses whether private addresses and plain http are allowed
 */
export function makePoster(privateAddresses: boolean, options: { timeoutMs?: number } = {}): Poster {
  const filter = { allowPrivateIPAddress: privateAddresses, keepAlive: false };
  const agents = {
    http: new RequestFilteringHttpAgent(filter),
    https: new RequestFilteringHttpsAgent(filter),
  };
  const limitMs = options.timeoutMs ?? timeoutMs;

  return async (url, headers, body) => {
    const started = performance.now();
    const finish = (result: Omit<Posted, 'durationMs' | 'addressRefused'>): Posted => ({
      ...result,
      addressRefused: result.problem === problems.plain || result.problem === problems.address,
      durationMs: Math.round(performance.now() - started),
    });
    const none = { status: null, retryAfter: null, answer: null };
    const target = new URL(url);
    const secure = target.protocol === 'https:';
    if (!secure && !privateAddresses) return finish({ ...none, problem: problems.plain });
    const signal = AbortSignal.timeout(limitMs);
    try {
      guardHost(target.hostname);
      const answer = await exchange(target, {
        agent: secure ? agents.https : agents.http,
        lookup: guardedLookup,
        method: 'POST',
        signal,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'agenda-tecnica-webhooks/1',
          ...lowerCased(headers),
          'content-length': Buffer.byteLength(body),
          connection: 'close',
        },
        body,
      });
      return finish(answer);
    } catch (error) {
      return finish({ ...none, problem: problemOf(error, signal) });
    }
  };
}

function exchange(
  target: URL,
  { body, ...options }: https.RequestOptions & { body: string | Buffer },
): Promise<Omit<Posted, 'durationMs' | 'addressRefused'>> {
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? https : http).request(target, options);
    request.on('error', reject);
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const retryAfter = response.headers['retry-after'] ?? null;
      const chunks: Buffer[] = [];
      let size = 0;
      const end = () => {
        const answer = textOf(Buffer.concat(chunks));
        resolve({ status, retryAfter, answer, problem: problemOfStatus(status) });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= answerBytes) end();
      });
      response.on('end', end);
      response.on('error', end);
      response.on('close', end);
    });
    request.end(body);
  });
}

/** So that one given in other letters takes the place of ours. */
const lowerCased = (headers: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** As text for the record: without NUL and without half a character at the cut. */
const textOf = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, answerBytes), { stream: true }).replaceAll('\u0000', '\ufffd');

const problems = {
  plain: 'La dirección debe empezar con https://.',
  address: 'La dirección es privada o local: no está permitida.',
  time: 'No respondió dentro de los 10 s.',
  name: 'El nombre de la dirección no existe.',
  refused: 'La conexión fue rechazada.',
  certificate: 'El certificado no es válido.',
  cut: 'La conexión se cortó antes de la respuesta.',
  redirect: 'Redirigió a otra dirección: no se siguen redirecciones.',
};

function problemOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? problems.redirect : `Respondió ${status}.`;
}

/** A text for the log: the network's own messages may reveal internals. */
function problemOf(error: unknown, signal: AbortSignal): string {
  const { code = '', message = '', name = '' } = error as NodeJS.ErrnoException;
  if (error instanceof AddressRefused || /is not allowed\. Because/.test(message)) return problems.address;
  if (signal.aborted || name === 'TimeoutError' || code === 'ETIMEDOUT') return problems.time;
  if (/^(ENOTFOUND|EAI_)/.test(code)) return problems.name;
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return problems.refused;
  if (/CERT|^UNABLE_TO|SELF_SIGNED|ALTNAME|^ERR_TLS|^ERR_SSL/.test(code))
    return `${problems.certificate} (${code})`;
  return code ? `${problems.cut} (${code})` : problems.cut;
}
