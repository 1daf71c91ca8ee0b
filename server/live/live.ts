import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type Namespace, Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { openReportWaits, type ReportNews, waitInput } from '../../db/commands/reports/run-waits.ts';
import type { Db } from '../../db/connection/open.ts';
import { type Changes, catchUpLimit, changesAfter, readChanges } from '../../db/feed/changes.ts';
import { type Feed, openFeed } from '../../db/feed/feed.ts';
import { findVersion } from '../../db/feed/operation-version.ts';
import { listLiveReach } from '../../db/reads/people/live-reach.ts';
import { findKnownSession, type KnownSession } from '../../db/reads/people/session.ts';
import { calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import { hashTokenText } from '../../db/secrets/links.ts';
import { mayDo } from '../../machines/access/permissions.ts';
import { sessionCookie } from '../http/session.ts';
import type { Metrics } from '../process/metrics.ts';
import { type AttentionNews, attendInput, openAttention } from './attention.ts';
import { fanOut } from './fan-out.ts';
import type { Followers } from './followers.ts';
import { lookInput, openPresence, type Watcher } from './presence.ts';
import { allowed, openAllowances, TooManyReads } from './user-allowance.ts';

/** What a board receives: its changes in order, or 'reload' when it missed too many. */
type ServerToBoard = {
  build(about: { build: string }): void;
  changes(changes: Changes): void;
  reload(about: { operation: string; version: number }): void;
  left(about: { operation: string }): void;
  viewers(about: { thing: string; people: { userId: number; name: string }[] }): void;
  report(news: ReportNews): void;
  attention(news: AttentionNews): void;
  /** The permission was withdrawn: nothing of what needs attention comes any more. */
  unattended(): void;
};
/** `columns`: the column names of the rows in `changes.visits`; flags are 0 and 1. */
type Attended = { behind: boolean } | { refused: true };
type Watched = { version: number; columns: { visits: typeof calendarColumns } } | { refused: true };
type BoardToServer = {
  /** Join an operation's room from the board's version; answers the version it is caught up to. */
  watch(about: unknown, answer: (watched: Watched) => void): void;
  unwatch(about: unknown): void;
  /** This tab looks at a visit or an order, repeated every 3 s; `unlook` ends it. */
  look(about: unknown): void;
  unlook(about: unknown): void;
  /** This tab waits for a report, repeated every 3 s; `unreport` ends it. */
  report(about: unknown): void;
  unreport(about: unknown): void;
  /**
   * Receive what needs attention in these operations from the versions that the list shows; `behind`: something happened
   * since, read it again. `unattend` ends it.
   */
  attend(about: unknown, answer: (attended: Attended) => void): void;
  unattend(): void;
};
/**
 * `watched`: operations subscribed to, also while the room is still being joined. `ahead`: the board's
 * version of operations that it has read further than the feed.
 */
type SocketData = {
  session: KnownSession;
  tokenHash: string;
  watched: Set<string>;
  ahead: Map<string, number>;
};
type Board = Socket<BoardToServer, ServerToBoard, Record<string, never>, SocketData>;

const watchInput = z.object({
  operation: z.string().regex(/^\d{3}$/),
  version: z.number().int().min(0).nullish(),
});
/** The rooms of a revoked session or operation are left within this. */
const recheckMs = 2_000;

const room = (operation: string) => `operation.${operation}`;
const attentionRoom = (operation: string) => `attention.${operation}`;
/** Leaves the lists of what needs attention. @returns whether it was in any */
function unattend(socket: Board): boolean {
  const joined = [...socket.rooms].filter((name) => name.startsWith(attentionRoom('')));
  for (const name of joined) void socket.leave(name);
  return joined.length > 0;
}

/** Sockets: authenticate, join the rooms of the user's operations, pass on the feed. */
export async function openLive(
  db: Db,
  http: HttpServer,
  options: {
    log: Logger;
    secure: boolean;
    /** This installation's name, if it has one. */
    installation?: string | undefined;
    /** Whether the request's Origin is our own. */
    origin(request: IncomingMessage): boolean;
    /** The customers' streams, on the same feed. */
    followers?: Followers;
    metrics?: Metrics;
    /** The build of the screens: a page of an earlier one offers to load again. */
    build?: string;
  },
) {
  const cookie = sessionCookie(options.secure, options.installation);
  const io = new Server<BoardToServer, ServerToBoard, Record<string, never>, SocketData>(http, {
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: 10_000,
    // Together below 15 s, the limit for keeping a client that stopped reading (F13).
    pingInterval: 5_000,
    pingTimeout: 6_000,
    allowRequest: (request, decide) => {
      decide(null, request.headers.origin === undefined || options.origin(request));
    },
  });

  // `ws` waits 30 s for a close frame: terminate clients that time out (F13).
  io.engine.on('connection', (connection: EngineConnection) =>
    connection.once('close', (reason) => {
      if (reason === 'ping timeout') connection.transport.socket?.terminate();
    }),
  );

  const allowances = openAllowances<Board>();
  io.use((socket, next) => {
    const authToken = (socket.handshake.auth as { token?: unknown }).token;
    const token = typeof authToken === 'string' ? authToken : cookie.read(socket.request.headers);
    findKnownSession(db, token ?? '').then(
      (session) => {
        if (!session || session.mustChangePassword || session.kind === 'integration')
          return next(new Error('no-session'));
        if (!allowances.admits(session.actor.userId)) return next(new Error('too-many-attempts'));
        socket.data = {
          session,
          tokenHash: hashTokenText(token!),
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
    const { userId } = socket.data.session.actor;
    allowances.enter(userId, socket);
    const isWithinOwn = makeLimit();
    socket.use((_event, next) => {
      if (isWithinOwn() && allowances.take(userId)) next();
      else socket.disconnect(true);
    });
    /** In the user's turn. */
    const read = <Done>(work: () => Promise<Done>) => allowances.read(userId, socket, work);
    if (options.build !== undefined) socket.emit('build', { build: options.build });
    socket.on('watch', (about, answer) => {
      if (typeof answer !== 'function') return;
      watch(socket, about).then(answer, (error) => {
        if (!(error instanceof TooManyReads)) options.log.warn({ err: error }, 'watch failed');
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
      void work.catch((error) => {
        if (error instanceof TooManyReads) socket.disconnect(true);
        else options.log.warn({ err: error }, 'presence or report');
      });
    socket.on('look', (about) => {
      const parsed = lookInput.safeParse(about);
      if (parsed.success) quietly(read(() => presence.look(watcherOf(socket), parsed.data.thing)));
    });
    socket.on('unlook', (about) => {
      const parsed = lookInput.safeParse(about);
      if (parsed.success) quietly(read(() => presence.leave(socket, parsed.data.thing)));
    });
    socket.on('report', (about) => {
      const parsed = waitInput.safeParse(about);
      if (!parsed.success) return;
      const { actor } = socket.data.session;
      const send = (news: ReportNews) => void socket.emit('report', news);
      quietly(read(() => waits.wait({ id: socket.id, actor, send }, parsed.data.run)));
    });
    socket.on('unreport', (about) => {
      const parsed = waitInput.safeParse(about);
      if (parsed.success) waits.leave(socket, parsed.data.run);
    });
    socket.on('attend', (about, answer) => {
      if (typeof answer === 'function') void attend(socket, about).then(answer);
    });
    socket.on('unattend', () => unattend(socket));
    socket.on('disconnect', () => {
      allowances.leave(userId, socket);
      for (const operation of [...socket.data.ahead.keys()]) setAhead(socket, operation, null);
      waits.leave(socket);
      quietly(presence.leave(socket));
    });
  });

  /** No statement: the feed knows each operation's version, and what comes after it goes to the rooms. */
  async function attend(socket: Board, about: unknown): Promise<Attended> {
    const parsed = attendInput.safeParse(about);
    const { actor } = socket.data.session;
    if (!parsed.success || !mayDo(actor, 'can_query_client')) return { refused: true };
    const shown = Object.entries(parsed.data.versions).filter(([code]) => actor.operations.includes(code));
    await socket.join(shown.map(([code]) => attentionRoom(code)));
    return { behind: shown.some(([code, version]) => feed.nextAfter(code, version) > version) };
  }

  const watcherOf = (socket: Board): Watcher => ({
    id: socket.id,
    actor: socket.data.session.actor,
    send: (about) => socket.emit('viewers', about),
  });

  async function watch(socket: Board, about: unknown): Promise<Watched> {
    const parsed = watchInput.safeParse(about);
    if (!parsed.success) return { refused: true };
    const { operation, version } = parsed.data;
    if (!socket.data.session.actor.operations.includes(operation)) return { refused: true };
    const { watched } = socket.data;
    watched.add(operation);
    // Outside the room until it is caught up: changes from the feed would be a gap to it.
    await socket.leave(room(operation));
    setAhead(socket, operation, null);
    const after = version ?? feed.known(operation) ?? 0;
    for (let at = after; ; ) {
      const feedVersion = feed.nextAfter(operation, at);
      const recorded = (await findVersion(db, operation)) ?? 0;
      let behind = false;
      if (recorded > at) {
        // Known without a read: it would answer so after reading them.
        const missed =
          recorded - at > catchUpLimit ? 'too-old' : await readMissed(socket, operation, at, recorded);
        if (missed !== 'too-old' && missed.to > at) {
          socket.emit('changes', missed);
          at = missed.to;
        } else {
          socket.emit('reload', { operation, version: recorded });
          at = recorded;
        }
      } else {
        // A board newer than the record, after a restore, reloads.
        behind = recorded < Math.max(at, feedVersion);
        if (behind) {
          socket.emit('reload', { operation, version: recorded });
          at = recorded;
        }
      }
      if (!watched.has(operation) || socket.disconnected) return watchedAt(at);
      // No await up to `join`: the feed continues without a gap.
      const next = feed.nextAfter(operation, at);
      if (next > at && !behind) continue;
      // What the feed is about to bring was sent already.
      if (next < at && !behind) setAhead(socket, operation, at);
      await socket.join(room(operation));
      return watchedAt(at);
    }
  }

  /** Boards that come back together after a restart missed the same: one read for all that ask while it is under way. */
  const missedReads = new Map<string, ReturnType<typeof readChanges>>();
  function readMissed(socket: Board, operation: string, after: number, to: number) {
    const key = `${operation}.${after}`;
    const underWay = missedReads.get(key);
    if (underWay) return underWay;
    const { userId } = socket.data.session.actor;
    const work = () => {
      // Another user's board may have begun it since.
      const begun = missedReads.get(key);
      if (begun) return begun;
      const read = readChanges(db, operation, after).finally(() => missedReads.delete(key));
      missedReads.set(key, read);
      return read;
    };
    if (!allowances.take(userId, 1 + Math.round((allowed.catchUp * (to - after)) / catchUpLimit)))
      return Promise.resolve('too-old' as const);
    return allowances.read(userId, socket, work);
  }

  /** The boards that are newer than the feed: few, and briefly. */
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

  /** Sends boards that are ahead of the feed only what they lack. @returns the ids of their sockets */
  function sendBoardsAhead(operation: string, changes: Changes): Set<string> {
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
  const isJoined = (name: string) => (io.of('/').adapter.rooms.get(name)?.size ?? 0) > 0;
  const attention = openAttention(db, options.log, {
    wanted: (operation) => isJoined(attentionRoom(operation)),
    send: (news) => fanOut(boards, attentionRoom(news.operation), 'attention', news),
  });
  const feed: Feed = await openFeed(db, {
    wanted: (operation) =>
      isJoined(room(operation)) ||
      isJoined(attentionRoom(operation)) ||
      (options.followers?.wanted(operation) ?? false),
    onChanges: (operation, changes, to) => {
      options.followers?.receive(operation, changes);
      attention.receive(operation, changes, to);
      if (changes === 'too-old') fanOut(boards, room(operation), 'reload', { operation, version: to });
      else {
        fanOut(boards, room(operation), 'changes', changes, sendBoardsAhead(operation, changes));
        db.commits?.published(operation, changes.after, to);
      }
    },
    onLag: (ms) => options.metrics?.feedLag(ms),
    onError: (error) => options.log.warn({ err: error }, 'feed'),
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
      allowances.close();
      await Promise.all([presence.close(), waits.close()]);
      // io.close() waits for the HTTP server, which waits for every open stream.
      options.followers?.close();
      attention.close();
      await feed.close();
      await io.close();
    },
  };
}

const watchedAt = (version: number): Watched => ({ version, columns: { visits: calendarColumns } });

/** The part of engine.io's socket that is used; its websocket is not in its types. */
type EngineConnection = {
  once(event: 'close', act: (reason: string) => void): void;
  transport: { socket?: { terminate(): void } };
};

/** Messages of a board at once, and per second after that. */
const allowedOfOne = { atOnce: 200, perSecond: 20 };

/** A token bucket. @returns whether one more is within it */
function makeLimit(): () => boolean {
  let left = allowedOfOne.atOnce;
  let since = Date.now();
  return () => {
    const now = Date.now();
    const refilled = left + ((now - since) / 1_000) * allowedOfOne.perSecond;
    left = Math.min(allowedOfOne.atOnce, refilled) - 1;
    since = now;
    return left >= 0;
  };
}

/** One statement for all sockets of this process. */
async function recheckReach(db: Db, sockets: Map<string, Board>) {
  if (sockets.size === 0) return;
  const all = [...sockets.values()];
  const reach = await listLiveReach(db, [...new Set(all.map((socket) => socket.data.tokenHash))]);
  for (const socket of all) {
    const now = reach.get(socket.data.tokenHash);
    if (!now) {
      socket.disconnect(true);
      continue;
    }
    const { actor } = socket.data.session;
    const lost = actor.operations.filter((code) => !now.operations.includes(code));
    Object.assign(actor, now);
    if (!mayDo(actor, 'can_query_client') && unattend(socket)) socket.emit('unattended');
    for (const operation of lost) {
      const joined = [room(operation), attentionRoom(operation)].filter((name) => socket.rooms.has(name));
      if (joined.length === 0) continue;
      for (const name of joined) void socket.leave(name);
      socket.emit('left', { operation });
    }
  }
}
