import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Db } from '../../db/connection/open.ts';
import type { Changes } from '../../db/feed/changes.ts';
import {
  type ExternalVisit,
  listExternalVisits,
  listOpenLinks,
} from '../../db/reads/visits/external-visit.ts';
import { hashToken } from '../../db/secrets/links.ts';
import { addressKey } from '../../db/throttles/address-key.ts';
import { isRefusal, refuse } from '../../machines/words/refusals.ts';
import type { Door } from '../http/session.ts';

type Stream = { raw: ServerResponse; address: string; sent: string | null };
/** One link that somebody looks at. */
type Followed = { operation: string; chain: number[]; streams: Set<Stream> };

/** A link that was revoked or expired is left within this and the time of one question. */
const recheckMs = 2_000;
/** Keeps proxies from closing a quiet stream, and lets the page notice a dead one. */
const beatMs = 15_000;
/** A failed question about the record is asked again after this. */
const patienceMs = 1_000;
/** A reader this far behind is cut off: it comes back and gets what is. */
const maxQueuedBytes = 65_536;
/** Streams at once: of one link (a household), from one address (a mobile network), of this process. */
const allowed = { link: 8, address: 60, process: 5_000 };

/**
 * The customers' live channel: server-sent events behind a link's token, without
 * a session. It hangs on the same feed as the boards. Whoever connects, again or
 * for the first time, is told the visit as it is; later only when what they see
 * changed. One question answers all who look at what an event touched, and
 * questions follow one another, so that nothing older comes after something newer.
 */
export function makeFollowers(db: Db, log: Logger) {
  const followed = new Map<string, Followed>();
  const perAddress = new Map<string, number>();
  const due = new Set<string>();
  let open = 0;
  let asking = false;
  let closed = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  const write = (stream: Stream, event: string, data: string) => {
    if (stream.raw.writableLength > maxQueuedBytes) stream.raw.destroy();
    else stream.raw.write(`event: ${event}\ndata: ${data}\n\n`);
  };

  async function askDue(): Promise<void> {
    if (asking || closed) return;
    asking = true;
    const hashes = [...due];
    due.clear();
    try {
      tell(hashes, await listExternalVisits(db, hashes));
    } catch (error) {
      log.warn({ err: error }, 'followed visits were not read');
      for (const hash of hashes) due.add(hash);
      later = setTimeout(() => void askDue(), patienceMs);
      return;
    } finally {
      asking = false;
    }
    if (due.size > 0) void askDue();
  }

  function tell(hashes: string[], found: Map<string, ExternalVisit>) {
    for (const hash of hashes) {
      const one = followed.get(hash);
      if (!one) continue;
      const visit = found.get(hash);
      if (!visit) {
        leave(one);
        continue;
      }
      one.chain = visit.chain;
      const text = JSON.stringify(visit.view);
      for (const stream of one.streams) {
        if (stream.sent === text) continue;
        stream.sent = text;
        write(stream, 'visit', text);
      }
    }
  }

  const leave = ({ streams }: Followed) => {
    for (const stream of streams) {
      write(stream, 'gone', '{}');
      stream.raw.end();
    }
  };

  const want = (hash: string) => {
    due.add(hash);
    void askDue();
  };

  const recheck = setInterval(() => {
    if (followed.size === 0) return;
    listOpenLinks(db, [...followed.keys()]).then(
      (still) => {
        for (const [hash, one] of followed) if (!still.has(hash)) leave(one);
      },
      (error) => log.warn({ err: error }, 'followed links were not checked'),
    );
  }, recheckMs);
  const beat = setInterval(() => {
    for (const { streams } of followed.values()) for (const stream of streams) write(stream, 'beat', '{}');
  }, beatMs);

  function follow(reply: FastifyReply, hash: string, visit: ExternalVisit, from: string) {
    const address = addressKey(from);
    const one = followed.get(hash) ?? { ...visit, streams: new Set<Stream>() };
    const here = perAddress.get(address) ?? 0;
    if (closed || open >= allowed.process || here >= allowed.address || one.streams.size >= allowed.link)
      return false;
    reply.hijack();
    const { raw } = reply;
    // Gone while it was being looked up: there is nobody to tell, and no close to come.
    if (raw.destroyed || raw.socket?.destroyed) return true;
    const stream: Stream = { raw, address, sent: null };
    followed.set(hash, one);
    one.streams.add(stream);
    perAddress.set(address, here + 1);
    open++;
    raw.once('close', () => {
      one.streams.delete(stream);
      if (one.streams.size === 0) followed.delete(hash);
      const left = perAddress.get(address)! - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
      open--;
    });
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      // Its end is the connection's end: a door that closes waits for no idle one.
      connection: 'close',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    raw.write('retry: 2000\n\n');
    // Asked after it is followed: what happens meanwhile is heard of.
    want(hash);
    return true;
  }

  return {
    /** `GET …/:token`: the stream of a link, or the refusal that an unknown one gets everywhere. */
    async answer(request: FastifyRequest, reply: FastifyReply, door: Pick<Door, 'openLink'>) {
      const { token } = request.params as { token: string };
      const visit = await door.openLink(token, request.ip);
      const refusal = isRefusal(visit)
        ? visit
        : follow(reply, hashToken(token).toString('hex'), visit, request.ip)
          ? null
          : refuse('too-many-attempts', { retryAfterSeconds: 30 });
      if (!refusal) return reply;
      if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds));
      reply.header('cache-control', 'no-store');
      return reply.code(refusal.status).type('text/plain; charset=utf-8').send(refusal.text);
    },
    wanted: (operation: string): boolean => {
      for (const one of followed.values()) if (one.operation === operation) return true;
      return false;
    },
    hear(operation: string, changes: Changes | 'too-old') {
      // A slot's hours are what a customer waits for: they concern every link of the operation.
      const all = changes === 'too-old' || changes.timestripes !== undefined;
      const touched = all ? null : new Set(changes.events.map(({ visitId }) => visitId));
      for (const [hash, one] of followed)
        if (one.operation === operation && (touched === null || one.chain.some((id) => touched.has(id))))
          due.add(hash);
      if (due.size > 0) void askDue();
    },
    close() {
      closed = true;
      clearInterval(recheck);
      clearInterval(beat);
      clearTimeout(later);
      for (const { streams } of followed.values()) for (const { raw } of streams) raw.end();
    },
  };
}

export type Followers = ReturnType<typeof makeFollowers>;
