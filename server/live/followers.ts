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
import { hashTokenText } from '../../db/secrets/links.ts';
import { addressKey } from '../../db/throttles/address-key.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Authentication } from '../http/session.ts';
import { makeOpenedNotes } from './note-opened.ts';

type Stream = { raw: ServerResponse; address: string; sent: string | null };
/** A link with open streams. */
type Followed = { operation: string; chain: number[]; streams: Set<Stream> };

/** The stream of a revoked or expired link ends within this plus one query. */
const recheckMs = 2_000;
/** Keeps proxies from closing an idle stream, and lets the page detect a dead one. */
const beatMs = 15_000;
/** Delay before a failed read is retried. */
const retryMs = 1_000;
/** A reader this far behind is disconnected; it reconnects and gets the current visit. */
const maxQueuedBytes = 65_536;
/** Concurrent streams: of one link (a household), from one address (a mobile network), of this process. */
const allowed = { link: 8, address: 60, process: 5_000 };

/**
 * The customers' live channel: server-sent events by a link's token, without a session, on the boards' feed. A stream
 * starts with the visit as it is; later ones are sent only when the view changes. One query serves all streams that
 * an event touches; queries run one after the other, so nothing older is sent after something newer.
 */
export function makeFollowers(db: Db, log: Logger) {
  const noteOpened = makeOpenedNotes(db, log);
  const streams = makeStreams();
  const { followed } = streams;
  const reads = makeReads(db, log, followed);
  const recheck = setInterval(() => recheckLinks(db, log, followed), recheckMs);
  const beat = setInterval(() => {
    for (const { streams } of followed.values()) for (const stream of streams) write(stream, 'beat', '{}');
  }, beatMs);

  return {
    /** `GET …/:token`: the stream of a link, or the refusal of an unknown one. */
    async answer(request: FastifyRequest, reply: FastifyReply, auth: Pick<Authentication, 'openLink'>) {
      const { token } = request.params as { token: string };
      const visit = await auth.openLink(token, request.ip);
      const hash = hashTokenText(token);
      const opened = isRefusal(visit) ? visit : streams.open(reply, hash, visit, request.ip);
      if (!isRefusal(visit) && !isRefusal(opened)) {
        // Read after the subscription, so no change in between is missed.
        if (opened === 'begun') reads.queue([hash]);
        noteOpened(hash, visit.operation, request);
      }
      if (!isRefusal(opened)) return reply;
      if (opened.retryAfterSeconds) reply.header('retry-after', String(opened.retryAfterSeconds));
      reply.header('cache-control', 'no-store');
      return reply.code(opened.status).type('text/plain; charset=utf-8').send(opened.text);
    },
    wanted: (operation: string): boolean => {
      for (const link of followed.values()) if (link.operation === operation) return true;
      return false;
    },
    receive(operation: string, changes: Changes | 'too-old') {
      // Customers see a slot's hours: a change concerns every link of the operation.
      const all = changes === 'too-old' || changes.timestripes !== undefined;
      const touched = all ? null : new Set(changes.events.map(({ visitId }) => visitId));
      reads.queue(
        [...followed]
          .filter(
            ([, link]) =>
              link.operation === operation && (touched === null || link.chain.some((id) => touched.has(id))),
          )
          .map(([hash]) => hash),
      );
    },
    close() {
      clearInterval(recheck);
      clearInterval(beat);
      reads.close();
      streams.close();
    },
  };
}

export type Followers = ReturnType<typeof makeFollowers>;

/** The open streams by their links, within what is allowed. */
function makeStreams() {
  const followed = new Map<string, Followed>();
  const perAddress = new Map<string, number>();
  let open = 0;
  let closed = false;

  const leave = (hash: string, link: Followed, stream: Stream) => {
    link.streams.delete(stream);
    if (link.streams.size === 0) followed.delete(hash);
    const left = perAddress.get(stream.address)! - 1;
    if (left === 0) perAddress.delete(stream.address);
    else perAddress.set(stream.address, left);
    open--;
  };
  return {
    followed,
    /** @returns why there is none; 'left': the reader had gone before it could begin */
    open(reply: FastifyReply, hash: string, visit: ExternalVisit, from: string): 'begun' | 'left' | Refusal {
      const address = addressKey(from);
      const link = followed.get(hash) ?? { ...visit, streams: new Set<Stream>() };
      const openFromAddress = perAddress.get(address) ?? 0;
      if (
        closed ||
        open >= allowed.process ||
        openFromAddress >= allowed.address ||
        link.streams.size >= allowed.link
      )
        return refuse('too-many-attempts', { retryAfterSeconds: 30 });
      reply.hijack();
      const { raw } = reply;
      // Disconnected during the lookup: no `close` event will follow.
      if (raw.destroyed || raw.socket?.destroyed) return 'left';
      const stream: Stream = { raw, address, sent: null };
      followed.set(hash, link);
      link.streams.add(stream);
      perAddress.set(address, openFromAddress + 1);
      open++;
      raw.once('close', () => leave(hash, link, stream));
      begin(raw);
      return 'begun';
    },
    close() {
      closed = true;
      for (const { streams } of followed.values()) for (const { raw } of streams) raw.end();
    },
  };
}

/** One read at a time of the links whose visits may have changed. */
function makeReads(db: Db, log: Logger, followed: Map<string, Followed>) {
  const due = new Set<string>();
  let reading = false;
  let closed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function readDue(): Promise<void> {
    if (reading || closed) return;
    reading = true;
    const hashes = [...due];
    due.clear();
    try {
      publish(followed, hashes, await listExternalVisits(db, hashes));
    } catch (error) {
      log.warn({ err: error }, 'followed visits were not read');
      for (const hash of hashes) due.add(hash);
      retry = setTimeout(() => void readDue(), retryMs);
      return;
    } finally {
      reading = false;
    }
    if (due.size > 0) void readDue();
  }
  return {
    queue(hashes: string[]) {
      for (const hash of hashes) due.add(hash);
      if (due.size > 0) void readDue();
    },
    close() {
      closed = true;
      clearTimeout(retry);
    },
  };
}

function publish(
  followed: Map<string, Followed>,
  hashes: string[],
  visits: Map<string, ExternalVisit>,
): void {
  for (const hash of hashes) {
    const link = followed.get(hash);
    if (!link) continue;
    const visit = visits.get(hash);
    if (!visit) {
      endStreams(link);
      continue;
    }
    link.chain = visit.chain;
    const text = JSON.stringify(visit.view);
    for (const stream of link.streams) {
      if (stream.sent === text) continue;
      stream.sent = text;
      write(stream, 'visit', text);
    }
  }
}

function recheckLinks(db: Db, log: Logger, followed: Map<string, Followed>): void {
  if (followed.size === 0) return;
  // The page connects again, and is led to the installation where the visit is now.
  for (const { operation, streams } of followed.values())
    if (db.elsewhere.of(operation) !== undefined) for (const { raw } of streams) raw.end();
  listOpenLinks(db, [...followed.keys()]).then(
    (still) => {
      for (const [hash, link] of followed) if (!still.has(hash)) endStreams(link);
    },
    (error) => log.warn({ err: error }, 'followed links were not checked'),
  );
}

function begin(raw: ServerResponse): void {
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  raw.write('retry: 2000\n\n');
}

function write(stream: Stream, event: string, data: string): void {
  if (stream.raw.writableLength > maxQueuedBytes) stream.raw.destroy();
  else stream.raw.write(`event: ${event}\ndata: ${data}\n\n`);
}

function endStreams({ streams }: Followed): void {
  for (const stream of streams) {
    write(stream, 'gone', '{}');
    stream.raw.end();
  }
}
