import { createServer, type ServerResponse } from 'node:http';
import { type Fake, listen, makeFaults, makeJournal, readBody } from './fake.ts';

export type WhatsappServer = Fake & {
  /** What `whatsappApiRoot` is set to. */
  url: string;
  token: string;
  phoneId: string;
  /** This number has no WhatsApp: 131026. */
  forget(number: string): void;
  close(): Promise<void>;
};

/** One of the Cloud API's errors: HTTP status, code, message. */
type Refused = [status: number, code: number, message: string];
const INVALID = (details: string): Refused => [400, 100, `(#100) Invalid parameter: ${details}`];

/** A strict Cloud API over real HTTP: POST /v21.0/{phoneId}/messages, text messages only. */
export async function startWhatsapp(
  options: { port?: number; token?: string; phoneId?: string } = {},
): Promise<WhatsappServer> {
  const token = options.token ?? 'emulated-whatsapp-token';
  const phoneId = options.phoneId ?? '109876543210987';
  const journal = makeJournal();
  const faults = makeFaults();
  const unreachable = new Set<string>();
  let last = 0;

  const server = createServer(async (request, response) => {
    const text = await readBody(request);
    if (request.headers.authorization !== `Bearer ${token}`) {
      return fail(response, [401, 190, 'Error validating access token']);
    }
    if (request.method !== 'POST' || request.url !== `/v21.0/${phoneId}/messages`) {
      return fail(response, [400, 100, 'Unsupported post request. Object does not exist']);
    }
    const body = parse(text);
    const to = typeof body?.to === 'string' ? digits(body.to) : '';
    const fault = faults.next(to);
    switch (fault?.kind) {
      case 'hang':
      case 'mute':
        return;
      case 'rate-limit':
        response.setHeader('retry-after', fault.retryAfterSeconds);
        return fail(response, [429, 131056, '(Business Account, Consumer Account) pair rate limit hit']);
      case 'forbidden':
        return fail(response, [400, 131030, 'Recipient phone number not in allowed list']);
      case 'bad-request':
        return fail(response, INVALID('emulated'));
      case 'bad-gateway':
        response.writeHead(502, { 'content-type': 'text/html' });
        return void response.end('<html><title>502 Bad Gateway</title></html>');
    }
    const wrong = body ? mistakeIn(body) : INVALID('body is not JSON');
    if (wrong) return fail(response, wrong);
    if (unreachable.has(to)) return fail(response, [400, 131026, 'Message undeliverable']);

    const id = `wamid.${Buffer.from(`${phoneId}-${++last}`).toString('base64url')}`;
    journal.add({ id, to, text: body!.text!.body!, raw: body });
    if (fault?.kind === 'cut') return void request.socket.destroy();
    reply(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: body!.to, wa_id: to }],
      messages: [{ id }],
    });
  });
  const { port, close } = await listen(server, options.port ?? 0);

  return {
    url: `http://127.0.0.1:${port}/v21.0`,
    token,
    phoneId,
    journal,
    faults,
    forget: (number) => void unreachable.add(digits(number)),
    close,
  };
}

type Body = { [key: string]: unknown; text?: { body?: string } };
const KNOWN = new Set([
  'messaging_product',
  'recipient_type',
  'to',
  'type',
  'text',
  'context',
  'biz_opaque_callback_data',
]);

function mistakeIn(body: Body): Refused | null {
  const strange = Object.keys(body).find((key) => !KNOWN.has(key));
  if (strange) return INVALID(`unexpected key "${strange}"`);
  if (body.messaging_product !== 'whatsapp') return INVALID('messaging_product must be "whatsapp"');
  if (body.type !== undefined && body.type !== 'text') return INVALID('only text is emulated');
  if (typeof body.to !== 'string' || !/^\+?[1-9]\d{7,14}$/.test(body.to)) {
    return [400, 131009, '(#131009) Parameter value is not valid: to is not an E.164 number'];
  }
  const text = body.text?.body;
  if (typeof text !== 'string' || text.trim() === '') return INVALID('text.body is required');
  if (text.length > 4_096) return INVALID('text.body must be at most 4096 characters long');
  return null;
}

function parse(text: string): Body | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function digits(number: string): string {
  return number.replace(/\D/g, '');
}

function fail(response: ServerResponse, [status, code, message]: Refused): void {
  reply(response, status, {
    error: { message, type: 'OAuthException', code, fbtrace_id: 'emulated' },
  });
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
