import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import { type Namespace, Server, type Socket } from 'socket.io';
import { z } from 'zod';
import type { Db } from '../../db/connection/open.ts';
import { type Changes, changesAfter, readChanges } from '../../db/feed/changes.ts';
import { type Feed, openFeed } from '../../db/feed/feed.ts';
import { findVersion } from '../../db/feed/operation-version.ts';
import { listLiveReach } from '../../db/reads/people/live-reach.ts';
import { findSession, type Session } from '../../db/reads/people/session.ts';
import { calendarColumns } from '../../db/reads/visits/week.ts';
import { hashToken } from '../../db/secrets/links.ts';
import { readCookie } from '../http/session.ts';
import type { Metrics } from '../process/metrics.ts';
import { fanOut } from './fan-out.ts';
import type { Followers } from './followers.ts';
import { lookInput, openPresence, type Watcher } from './presence.ts';
import { openReportWaits, type ReportNews, waitInput } from './report-waits.ts';

/** What a board gets: its changes in order, or 'reload' when it missed more than can be told. */
type ServerToBoard = {
  changes(changes: Changes): void;
  reload(about: { operation: string; version: number }): void;
  left(about: { operation: string }): void;
  viewers(about: { thing: string; people: { userId: number; name: string }[] }): void;
  report(news: ReportNews): void;
};
/** `columns`: what stands at each place of a row of `changes.visits`; flags are 0 and 1. */
type Watched = { version: number; columns: { visits: typeof calendarColumns } } | { refused: true };
type BoardToServer = {
  /** Join an operation's room, saying the version that the board has; answers the version it is caught up to. */
  watch(about: unknown, answer: (watched: Watched) => void): void;
  unwatch(about: unknown): void;
  /** This tab looks at a visit or an order, said again every 3 s; and away from it. */
  look(about: unknown): void;
  unlook(about: unknown): void;
  /** This tab waits for the generation of a report, said again every 3 s; and no more. */
  report(about: unknown): void;
  unreport(about: unknown): void;
};
/**
 * `watched`: the operations asked for and not left again, whether their room was joined yet or not. `ahead`: of those
 * whose events the record gave before the feed read them, the version that the board has.
 */
type SocketData = {
  session: Session;
  tokenHash: string;
  watched: Set<string>;
  ahead: Map<string, number>;
};
type Board = Socket<BoardToServer, ServerToBoard, Record<string, never>, SocketData>;

const watchInput = z.object({
  operation: z.string().regex(/^\d{3}$/),
  version: z.number().int().min(0).nullish(),
});
/** A session that was revoked, or lost an operation, leaves the rooms within this. */
const recheckMs = 2_000;

/** What a board may ask at once and per second after that: a screen asks once an operation, and again when it wakes. */
const allowed = { atOnce: 200, perSecond: 20 };

const room = (operation: string) => `operation.${operation}`;

/** Sockets: recognise, join the rooms of one's operations, pass on what the feed brings. */
export async function openLive(
  db: Db,
  http: HttpServer,
  options: {
    log: Logger;
    secure: boolean;
    /** Whether a page of this origin may open sockets at this host. */
    origin(host: string, origin: string): boolean;
    /** The customers who look at their visit, fed by the same feed. */
    followers?: Followers;
    metrics?: Metrics;
  },
) {
  const io = new Server<BoardToServer, ServerToBoard, Record<string, never>, SocketData>(http, {
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: 10_000,
    // Together less than 15 s: that is the longest that somebody who stopped reading is kept (F13).
    pingInterval: 5_000,
    pingTimeout: 6_000,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      decide(null, origin === undefined || options.origin(request.headers.host ?? '', origin));
    },
  });

  // Whoever stopped reading does not say goodbye either: ws would wait 30 s more for that, connection and all (F13).
  io.engine.on('connection', (connection: Cuttable) =>
    connection.once('close', (reason) => {
      if (reason === 'ping timeout') connection.transport.socket?.terminate();
    }),
  );

  io.use((socket, next) => {
    const given = (socket.handshake.auth as { token?: unknown }).token;
    const token = typeof given === 'string' ? given : readCookie(socket.request.headers, options.secure);
    findSession(db, token ?? '').then(
      (session) => {
        if (!session || session.kind === 'integration') return next(new Error('no-session'));
        socket.data = {
          session,
          tokenHash: hashToken(token!).toString('hex'),
          watched: new Set(),
          ahead: new Map(),
        };
        next();
      },
      () => next(new Error('unavailable')),
    );
  });

  const presence = openPresence(db, options.log);
  const waits = await openReportWaits(db, options.log);
  io.on('connection', (socket) => {
    socket.use(makeLimit(() => socket.disconnect(true)));
    socket.on('watch', (about, answer) => {
      if (typeof answer !== 'function') return;
      watch(socket, about).then(answer, (error) => {
        options.log.warn({ err: error }, 'watch failed');
        socket.disconnect(true);
      });
    });
    socket.on('unwatch', (about) => {
      const parsed = watchInput.safeParse(about);
      if (!parsed.success) return;
      socket.data.watched.delete(parsed.data.operation);
      void socket.leave(room(parsed.data.operation));
    });
    const quietly = (work: Promise<void>) =>
      void work.catch((error) => options.log.warn({ err: error }, 'presence or report'));
    socket.on('look', (about) => {
      const parsed = lookInput.safeParse(about);
      if (parsed.success) quietly(presence.look(watcherOf(socket), parsed.data.thing));
    });
    socket.on('unlook', (about) => {
      const parsed = lookInput.safeParse(about);
      if (parsed.success) quietly(presence.leave(socket, parsed.data.thing));
    });
    socket.on('report', (about) => {
      const parsed = waitInput.safeParse(about);
      if (!parsed.success) return;
      const { actor } = socket.data.session;
      const tell = (news: ReportNews) => void socket.emit('report', news);
      quietly(waits.wait({ id: socket.id, actor, tell }, parsed.data.run));
    });
    socket.on('unreport', (about) => {
      const parsed = waitInput.safeParse(about);
      if (parsed.success) waits.leave(socket, parsed.data.run);
    });
    socket.on('disconnect', () => {
      for (const operation of [...socket.data.ahead.keys()]) setAhead(socket, operation, null);
      waits.leave(socket);
      quietly(presence.leave(socket));
    });
  });

  const watcherOf = (socket: Board): Watcher => ({
    id: socket.id,
    actor: socket.data.session.actor,
    tell: (about) => socket.emit('viewers', about),
  });

  async function watch(socket: Board, about: unknown): Promise<Watched> {
    const parsed = watchInput.safeParse(about);
    if (!parsed.success) return { refused: true };
    const { operation, version } = parsed.data;
    if (!socket.data.session.actor.operations.includes(operation)) return { refused: true };
    const { watched } = socket.data;
    watched.add(operation);
    // A board out of its room hears nothing before it is caught up: what came after would seem a gap to it.
    await socket.leave(room(operation));
    setAhead(socket, operation, null);
    const after = version ?? feed.known(operation) ?? 0;
    for (let at = after; ; ) {
      const told = feed.nextAfter(operation, at);
      const missed = await readChanges(db, operation, at);
      let behind = false;
      if (missed !== 'too-old' && missed.to > at) {
        socket.emit('changes', missed);
        at = missed.to;
      } else {
        const recorded = (await findVersion(db, operation)) ?? 0;
        // Who is ahead of the record has seen what a restore took back, and starts anew, as who missed too much.
        behind = recorded < Math.max(at, told);
        if (behind || missed === 'too-old') {
          socket.emit('reload', { operation, version: recorded });
          at = recorded;
        }
      }
      if (!watched.has(operation) || socket.disconnected) return watchedAt(at);
      // Between this comparison and the room nothing can be told: the feed goes on from here, without a gap.
      const next = feed.nextAfter(operation, at);
      if (next > at && !behind) continue;
      // The record was read further than the feed was: what the feed is about to bring was told already.
      if (next < at && !behind) setAhead(socket, operation, at);
      await socket.join(room(operation));
      return watchedAt(at);
    }
  }

  /** The boards that have more of an operation than the feed told: few, and for moments only. */
  const ahead = new Map<string, Set<Board>>();
  function setAhead(socket: Board, operation: string, version: number | null) {
    const boardsAhead = ahead.get(operation) ?? new Set();
    if (version === null) {
      socket.data.ahead.delete(operation);
      boardsAhead.delete(socket);
    } else {
      socket.data.ahead.set(operation, version);
      boardsAhead.add(socket);
    }
    if (boardsAhead.size === 0) ahead.delete(operation);
    else ahead.set(operation, boardsAhead);
  }

  /** What the feed brought, to the boards that have a part of it already: the rest alone. @returns their sockets' ids */
  function tellAhead(operation: string, changes: Changes): Set<string> {
    const ids = new Set<string>();
    for (const socket of [...(ahead.get(operation) ?? [])]) {
      const version = socket.data.ahead.get(operation)!;
      if (changes.to >= version) setAhead(socket, operation, null);
      if (!socket.rooms.has(room(operation)) || changes.after >= version) continue;
      ids.add(socket.id);
      if (changes.to > version) socket.emit('changes', changesAfter(changes, version));
    }
    return ids;
  }

  const boards = io.of('/') as unknown as Namespace;
  const feed: Feed = await openFeed(db, {
    wanted: (operation) =>
      (io.of('/').adapter.rooms.get(room(operation))?.size ?? 0) > 0 ||
      (options.followers?.wanted(operation) ?? false),
    onChanges: (operation, changes, to) => {
      options.followers?.hear(operation, changes);
      if (changes === 'too-old') fanOut(boards, room(operation), 'reload', { operation, version: to });
      else fanOut(boards, room(operation), 'changes', changes, tellAhead(operation, changes));
    },
    onLag: (ms) => options.metrics?.feedLag(ms),
    onTrouble: (error) => options.log.warn({ err: error }, 'feed'),
  });
  options.metrics?.gauge('agenda_sockets', 'Sockets open in this process.', () => io.engine.clientsCount);

  const recheck = setInterval(() => {
    recheckReach(db, io.of('/').sockets as Map<string, Board>).catch((error) =>
      options.log.warn({ err: error }, 'live sessions were not checked'),
    );
  }, recheckMs);

  return {
    io,
    feed,
    async close() {
      clearInterval(recheck);
      await Promise.all([presence.close(), waits.close()]);
      // io.close() waits for the whole HTTP server, which waits for every open stream.
      options.followers?.close();
      await feed.close();
      await io.close();
    },
  };
}

const watchedAt = (version: number): Watched => ({ version, columns: { visits: calendarColumns } });

/** engine.io's side of a socket, as far as it is needed; its websocket is not in its types. */
type Cuttable = {
  once(event: 'close', act: (reason: string) => void): void;
  transport: { socket?: { terminate(): void } };
};

/** Passes on what comes at a person's pace; `onFlood` when somebody's program sends more. */
function makeLimit(onFlood: () => void) {
  let left = allowed.atOnce;
  let since = Date.now();
  return (_event: unknown, next: () => void) => {
    const now = Date.now();
    left = Math.min(allowed.atOnce, left + ((now - since) / 1_000) * allowed.perSecond) - 1;
    since = now;
    if (left >= 0) next();
    else onFlood();
  };
}

/** One statement for all sockets of this process, whoever many. */
async function recheckReach(db: Db, sockets: Map<string, Board>) {
  if (sockets.size === 0) return;
  const all = [...sockets.values()];
  const reach = await listLiveReach(db, [...new Set(all.map((socket) => socket.data.tokenHash))]);
  for (const socket of all) {
    const operations = reach.get(socket.data.tokenHash);
    if (!operations) {
      socket.disconnect(true);
      continue;
    }
    const lost = socket.data.session.actor.operations.filter((code) => !operations.includes(code));
    socket.data.session.actor.operations = operations;
    for (const operation of lost) {
      if (!socket.rooms.has(room(operation))) continue;
      void socket.leave(room(operation));
      socket.emit('left', { operation });
    }
  }
}
