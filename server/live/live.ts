import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type Namespace, Server } from 'socket.io';
import { openReportWaits, type ReportNews, waitInput } from '../../db/commands/reports/run-waits.ts';
import type { Db } from '../../db/connection/open.ts';
import { type Feed, openFeed } from '../../db/feed/feed.ts';
import { findKnownSession } from '../../db/reads/people/session.ts';
import { hashTokenText } from '../../db/secrets/links.ts';
import { mayDo } from '../../machines/access/permissions.ts';
import { sessionCookie } from '../http/session.ts';
import type { Metrics } from '../process/metrics.ts';
import { attendInput, openAttention } from './attention.ts';
import {
  type Attended,
  attentionRoom,
  type Board,
  type BoardToServer,
  room,
  type ServerToBoard,
  type SocketData,
  unattend,
} from './board-socket.ts';
import { fanOut } from './fan-out.ts';
import type { Followers } from './followers.ts';
import { lookInput, openPresence, type Watcher } from './presence.ts';
import { recheckReach } from './recheck.ts';
import { openAllowances, TooManyReads } from './user-allowance.ts';
import { makeWatching } from './watch.ts';

/** The rooms of a revoked session or operation are left within this. */
const recheckMs = 2_000;

export type LiveOptions = {
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
};

type Boards = Server<BoardToServer, ServerToBoard, Record<string, never>, SocketData>;
type Allowances = ReturnType<typeof openAllowances<Board>>;

/** Sockets: authenticate, join the rooms of the user's operations, pass on the feed. */
export async function openLive(db: Db, http: HttpServer, options: LiveOptions) {
  const { log, metrics, followers } = options;
  const io = listen(http, options);
  const allowances = openAllowances<Board>();
  authenticate(io, db, sessionCookie(options.secure, options.installation), allowances);
  const watching = makeWatching(db, () => feed, allowances);
  const presence = openPresence(db, log);
  const waits = await openReportWaits(db, log);
  io.on('connection', (socket) =>
    receive(socket, { build: options.build, log, allowances, watching, presence, waits, attend }),
  );

  /** No statement: the feed knows each operation's version, and what comes after it goes to the rooms. */
  async function attend(socket: Board, about: unknown): Promise<Attended> {
    const parsed = attendInput.safeParse(about);
    const { actor } = socket.data.session;
    if (!parsed.success || !mayDo(actor, 'can_query_client')) return { refused: true };
    const shown = Object.entries(parsed.data.versions).filter(([code]) => actor.operations.includes(code));
    await socket.join(shown.map(([code]) => attentionRoom(code)));
    return { behind: shown.some(([code, version]) => feed.nextAfter(code, version) > version) };
  }

  const boards = io.of('/') as unknown as Namespace;
  const isJoined = (name: string) => (io.of('/').adapter.rooms.get(name)?.size ?? 0) > 0;
  const attention = openAttention(db, log, {
    wanted: (operation) => isJoined(attentionRoom(operation)),
    send: (news) => fanOut(boards, attentionRoom(news.operation), 'attention', news),
  });
  const feed: Feed = await openFeed(db, {
    wanted: (operation) =>
      isJoined(room(operation)) ||
      isJoined(attentionRoom(operation)) ||
      (followers?.wanted(operation) ?? false),
    onChanges: (operation, changes, to) => {
      followers?.receive(operation, changes);
      attention.receive(operation, changes, to);
      if (changes === 'too-old') fanOut(boards, room(operation), 'reload', { operation, version: to });
      else {
        fanOut(boards, room(operation), 'changes', changes, watching.sendBoardsAhead(operation, changes));
        db.commits?.published(operation, changes.after, to);
      }
    },
    onLag: (ms) => metrics?.feedLag(ms),
    onError: (error) => log.warn({ err: error }, 'feed'),
  });
  metrics?.gauge('agenda_sockets', 'Sockets open in this process.', () => io.engine.clientsCount);

  const recheck = setInterval(() => {
    recheckReach(db, io.of('/').sockets as Map<string, Board>).catch((error) =>
      log.warn({ err: error }, 'live sessions were not checked'),
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
      followers?.close();
      attention.close();
      await feed.close();
      await io.close();
    },
  };
}

function listen(http: HttpServer, options: LiveOptions): Boards {
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

  return io;
}

/** A socket is one of a session that may use the screens, or is refused. */
function authenticate(
  io: Boards,
  db: Db,
  cookie: ReturnType<typeof sessionCookie>,
  allowances: Allowances,
): void {
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
}

type Services = {
  build: string | undefined;
  log: Logger;
  allowances: Allowances;
  watching: ReturnType<typeof makeWatching>;
  presence: ReturnType<typeof openPresence>;
  waits: Awaited<ReturnType<typeof openReportWaits>>;
  attend(socket: Board, about: unknown): Promise<Attended>;
};

/** What a tab may send, within what its user is allowed. */
function receive(socket: Board, services: Services): void {
  const { build, log, allowances, watching, attend } = services;
  const { userId } = socket.data.session.actor;
  allowances.enter(userId, socket);
  const isWithinOwn = makeLimit();
  socket.use((_event, next) => {
    if (isWithinOwn() && allowances.take(userId)) next();
    else socket.disconnect(true);
  });
  if (build !== undefined) socket.emit('build', { build });
  socket.on('watch', (about, answer) => {
    if (typeof answer !== 'function') return;
    watching.watch(socket, about).then(answer, (error) => {
      if (!(error instanceof TooManyReads)) log.warn({ err: error }, 'watch failed');
      socket.disconnect(true);
    });
  });
  socket.on('unwatch', (about) => watching.unwatch(socket, about));
  socket.on('attend', (about, answer) => {
    if (typeof answer === 'function') void attend(socket, about).then(answer);
  });
  socket.on('unattend', () => unattend(socket));
  receiveLooks(socket, services);
}

/** What the tab shows to others, and which report it waits for. */
function receiveLooks(socket: Board, { log, allowances, watching, presence, waits }: Services): void {
  const { userId } = socket.data.session.actor;
  /** In the user's turn. */
  const read = <Done>(work: () => Promise<Done>) => allowances.read(userId, socket, work);
  const quietly = (work: Promise<void>) =>
    void work.catch((error) => {
      if (error instanceof TooManyReads) socket.disconnect(true);
      else log.warn({ err: error }, 'presence or report');
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
  socket.on('disconnect', () => {
    allowances.leave(userId, socket);
    watching.leave(socket);
    waits.leave(socket);
    quietly(presence.leave(socket));
  });
}

const watcherOf = (socket: Board): Watcher => ({
  id: socket.id,
  actor: socket.data.session.actor,
  send: (about) => socket.emit('viewers', about),
});

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
