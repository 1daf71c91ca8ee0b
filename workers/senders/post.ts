import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** No answer. `reached` is false only when certainly no byte of the request was sent. */
export class PostError extends Error {
  reached: boolean;
  constructor(reason: string, reached: boolean) {
    super(reason);
    this.name = 'PostError';
    this.reached = reached;
  }
}

/**
 * One POST on its own connection, which shows what `fetch` does not: whether it may have reached the other
 * side. A kept-alive socket would not allow that (a cut network shows only after the bytes were written); on
 * a fresh connection a dead network is noticed while connecting.
 *
 * @throws PostError when no whole answer came; any status is an answer.
 */
export function post(
  url: string,
  options: { headers?: Record<string, string>; body: string; signal?: AbortSignal },
): Promise<Answer> {
  const target = new URL(url);
  const secure = target.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let connected = false;
    const fail = (error: Error) => reject(new PostError(reasonOf(error, options.signal), connected));
    const request = (secure ? https : http).request(target, {
      method: 'POST',
      agent: false,
      signal: options.signal,
      headers: { ...options.headers, 'content-length': Buffer.byteLength(options.body) },
    });
    request.on('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    request.on('error', fail);
    request.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('error', fail);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.end(options.body);
  });
}

/** The body as JSON, or undefined when it is anything else (a proxy's HTML page, an empty body). */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function reasonOf(error: Error, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'timed out';
  // several addresses refused: an AggregateError, whose message is empty
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
