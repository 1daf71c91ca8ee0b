import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One message that the fake took, as its recipient has it. `raw` is the request as it came. */
export type Delivery = { id: string; to: string; text: string; at: number; raw: unknown };

/**
 * What goes wrong next: for `times` requests (for ever by default) to `to` (everybody by default), once `after` of them
 * went well.
 * rate-limit really refuses for `retryAfterSeconds` from the first refusal on, then is over.
 * hang reads the request and never answers; cut delivers and then destroys the connection.
 */
export type Fault = { times?: number; to?: string; after?: number } & (
  | { kind: 'rate-limit'; retryAfterSeconds: number }
  | { kind: 'forbidden' | 'bad-request' | 'bad-gateway' | 'hang' | 'cut' | 'mute' }
  | { kind: 'unauthorized' | 'conflict' }
);

export type Fake = {
  journal: Journal;
  faults: Faults;
};
export type Journal = ReturnType<typeof makeJournal>;
export type Faults = ReturnType<typeof makeFaults>;

/** Everything the fake delivered, in order; counting it is how tests find a message sent twice. */
export function makeJournal() {
  let deliveries: Delivery[] = [];
  return {
    add(delivery: Omit<Delivery, 'at'>) {
      deliveries.push({ ...delivery, at: Date.now() });
    },
    all: (to?: string) => deliveries.filter((one) => to === undefined || one.to === to),
    count: (to?: string) => deliveries.filter((one) => to === undefined || one.to === to).length,
    clear() {
      deliveries = [];
    },
  };
}

export function makeFaults() {
  let fault: Fault | null = null;
  let until = 0;
  return {
    set(next: Fault | null) {
      fault = next;
      until = 0;
    },
    /** The kind that is armed, for a service whose faults each belong to one moment of a conversation. */
    peek: () => fault?.kind ?? null,
    /** The fault that this request meets, or null; a rate limit carries the seconds that are left. */
    next(to: string | null): Fault | null {
      if (!fault || (fault.to !== undefined && fault.to !== to)) return null;
      if (fault.after) {
        fault.after--;
        return null;
      }
      if (fault.kind === 'rate-limit') {
        const now = Date.now();
        until ||= now + fault.retryAfterSeconds * 1_000;
        if (now < until) return { ...fault, retryAfterSeconds: Math.ceil((until - now) / 1_000) };
        fault = null;
        return null;
      }
      const met = fault;
      if (fault.times !== undefined && --fault.times <= 0) fault = null;
      return met;
    },
  };
}

/** Listens on 127.0.0.1; 0 takes any free port. Closing cuts what still hangs. */
export async function listen(server: Server, port: number) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
