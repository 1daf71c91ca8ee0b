import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { listen, readBody } from './fake.ts';

/** One delivery that the receiver took, as it came. */
export type Received = {
  id: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a receiver has no types of ours
  body: any;
  text: string;
  at: number;
  /** How many signatures it carried. */
  signatures: number;
  headers: IncomingHttpHeaders;
};

/**
 * What goes wrong next, for `times` requests (for ever by default), with events of `type` (all by default).
 * hang reads the request and never answers; cut takes it and destroys the connection; endless answers 200 and a
 * body that never ends; slow takes it and answers after `afterMs`.
 */
export type ReceiverFault = { times?: number; type?: string } & (
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'hang' | 'cut' | 'endless' }
  | { kind: 'slow'; afterMs: number }
);

export type WebhookReceiver = {
  url: string;
  port: number;
  /** Every delivery that was taken, in order; a fault of 'status' or 'hang' takes none. */
  taken: Received[];
  /** Every request whose signature was right, whatever it was answered. */
  seen: Received[];
  /** Why requests were refused as not ours. */
  wrong: string[];
  /** Ids taken, each once: what a receiver that drops repeats would have acted on. */
  ids(): string[];
  /** The secret that signatures are checked with from now on. */
  trust(secret: string): void;
  fail(fault: ReceiverFault | null): void;
  close(): Promise<void>;
};

/** A provider's system that takes webhooks strictly: over real HTTP, with the library's own check of the signature. */
export async function startReceiver(options: { port?: number } = {}): Promise<WebhookReceiver> {
  const taken: Received[] = [];
  const seen: Received[] = [];
  const wrong: string[] = [];
  let secret: string | null = null;
  let fault: ReceiverFault | null = null;

  const meet = (type: string): ReceiverFault | null => {
    if (!fault || (fault.type !== undefined && fault.type !== type)) return null;
    const met = fault;
    if (fault.times !== undefined && --fault.times <= 0) fault = null;
    return met;
  };

  const server = createServer(async (request, response) => {
    const text = await readBody(request).catch(() => '');
    const refuse = (why: string) => {
      wrong.push(why);
      response.writeHead(400).end(why);
    };
    if (request.method !== 'POST') return refuse(`method ${request.method}`);
    if (!request.headers['content-type']?.startsWith('application/json')) return refuse('not JSON');
    if (!secret) return refuse('no secret');
    const headers = request.headers as Record<string, string>;
    let body: { id: string; type: string };
    try {
      body = new Webhook(secret).verify(text, headers) as typeof body;
    } catch (error) {
      return refuse(String(error));
    }
    if (body.id !== headers['webhook-id']) return refuse('the id in the body is another');
    const one: Received = {
      ...{ id: body.id, type: body.type, body, text, at: Date.now(), headers: request.headers },
      signatures: headers['webhook-signature']!.split(' ').length,
    };
    seen.push(one);
    const met = meet(body.type);
    if (met?.kind === 'hang') return;
    if (met?.kind === 'status')
      return void response.writeHead(met.status, met.headers).end(met.body ?? 'emulated');
    taken.push(one);
    if (met?.kind === 'cut') return void request.socket.destroy();
    if (met?.kind === 'endless') {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(1_000)), 1);
      return void response.on('close', () => clearInterval(more));
    }
    if (met?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, met.afterMs));
    response.writeHead(200, { 'content-type': 'text/plain' }).end('gracias');
  });
  const { port, close } = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    ...{ port, taken, seen, wrong, close },
    ids: () => [...new Set(taken.map(({ id }) => id))],
    trust: (next) => {
      secret = next;
    },
    fail: (next) => {
      fault = next;
    },
  };
}
