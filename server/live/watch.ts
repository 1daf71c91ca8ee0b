import { z } from 'zod';
import type { Db } from '../../db/connection/open.ts';
import { type Changes, catchUpLimit, changesAfter, readChanges } from '../../db/feed/changes.ts';
import type { Feed } from '../../db/feed/feed.ts';
import { findVersion } from '../../db/feed/operation-version.ts';
import { calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import { type Board, room, type Watched } from './board-socket.ts';
import { allowed, type openAllowances } from './user-allowance.ts';

const watchInput = z.object({
  operation: z.string().regex(/^\d{3}$/),
  version: z.number().int().min(0).nullish(),
});

type Allowances = ReturnType<typeof openAllowances<Board>>;

/**
 * How a board joins an operation's room: it is sent what came after its version first, so that the feed goes on without
 * a gap.
 * @param feed asked when it is needed: sockets may be there before it is open
 */
export function makeWatching(db: Db, feed: () => Feed, allowances: Allowances) {
  const readMissed = makeMissedReads(db, allowances);
  const ahead = makeAhead();

  /** Sends what was recorded after `at`. @returns what the board is at now; `behind`: it is newer than the record */
  async function catchUp(socket: Board, operation: string, at: number) {
    const feedVersion = feed().nextAfter(operation, at);
    const recorded = (await findVersion(db, operation)) ?? 0;
    const reload = () => socket.emit('reload', { operation, version: recorded });
    if (recorded <= at) {
      // A board newer than the record, after a restore, reloads.
      const behind = recorded < Math.max(at, feedVersion);
      if (behind) reload();
      return { at: behind ? recorded : at, behind };
    }
    // Known without a read: it would answer so after reading them.
    const missed =
      recorded - at > catchUpLimit ? 'too-old' : await readMissed(socket, operation, at, recorded);
    if (missed !== 'too-old' && missed.to > at) {
      socket.emit('changes', missed);
      return { at: missed.to, behind: false };
    }
    reload();
    return { at: recorded, behind: false };
  }

  return {
    async watch(socket: Board, about: unknown): Promise<Watched> {
      const parsed = watchInput.safeParse(about);
      if (!parsed.success) return { refused: true };
      const { operation, version } = parsed.data;
      if (!socket.data.session.actor.operations.includes(operation)) return { refused: true };
      const { watched } = socket.data;
      watched.add(operation);
      // Outside the room until it is caught up: changes from the feed would be a gap to it.
      await socket.leave(room(operation));
      ahead.set(socket, operation, null);
      for (let from = version ?? feed().known(operation) ?? 0; ; ) {
        const { at, behind } = await catchUp(socket, operation, from);
        if (!watched.has(operation) || socket.disconnected) return watchedAt(at);
        // No await up to `join`: the feed continues without a gap.
        const next = feed().nextAfter(operation, at);
        if (next > at && !behind) {
          from = at;
          continue;
        }
        // What the feed is about to bring was sent already.
        if (next < at && !behind) ahead.set(socket, operation, at);
        await socket.join(room(operation));
        return watchedAt(at);
      }
    },
    unwatch(socket: Board, about: unknown): void {
      const parsed = watchInput.safeParse(about);
      if (!parsed.success) return;
      socket.data.watched.delete(parsed.data.operation);
      void socket.leave(room(parsed.data.operation));
    },
    /** The socket is closed. */
    leave(socket: Board): void {
      for (const operation of [...socket.data.ahead.keys()]) ahead.set(socket, operation, null);
    },
    sendBoardsAhead: ahead.send,
  };
}

const watchedAt = (version: number): Watched => ({ version, columns: { visits: calendarColumns } });

/** Boards that come back together after a restart missed the same: one read for all that ask while it is under way. */
function makeMissedReads(db: Db, allowances: Allowances) {
  const missedReads = new Map<string, ReturnType<typeof readChanges>>();
  return (socket: Board, operation: string, after: number, to: number) => {
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
  };
}

/** The boards that are newer than the feed: few, and briefly. */
function makeAhead() {
  const ahead = new Map<string, Set<Board>>();
  function set(socket: Board, operation: string, version: number | null) {
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
  function send(operation: string, changes: Changes): Set<string> {
    const ids = new Set<string>();
    for (const socket of [...(ahead.get(operation) ?? [])]) {
      const version = socket.data.ahead.get(operation)!;
      if (changes.to >= version) set(socket, operation, null);
      if (!socket.rooms.has(room(operation)) || changes.after >= version) continue;
      ids.add(socket.id);
      if (changes.to > version) socket.emit('changes', changesAfter(changes, version));
    }
    return ids;
  }
  return { set, send };
}
