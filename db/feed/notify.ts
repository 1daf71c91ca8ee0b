import type { Db } from '../connection/open.ts';

/**
 * Ring after the commit: tell every web process that an operation's version
 * moved. The first ring goes out at once (the boards are waiting), those of the
 * next few milliseconds together, because a NOTIFY takes a lock at commit and
 * each ring is a frame to every board; a ring that is lost is covered by the
 * feed's poll.
 */
export const ringChannel = 'agenda_feed';
const coalesceMs = 5;

export type Rung = Map<string, number>;
export type Bell = { waiting: Rung; due: boolean; rungAt: number; near: Set<(rung: Rung) => void> };

export const newBell = (): Bell => ({ waiting: new Map(), due: false, rungAt: 0, near: new Set() });

/**
 * Call after a commit; returns at once, and rings after the caller's answer has
 * been written. The same process's feed hears it without a round trip.
 */
export function ring(db: Pick<Db, 'bell' | 'writes'>, operation: string, version: number): void {
  const { bell } = db;
  bell.waiting.set(operation, Math.max(version, bell.waiting.get(operation) ?? 0));
  if (bell.due) return;
  bell.due = true;
  const rested = performance.now() - bell.rungAt;
  if (rested >= coalesceMs) setImmediate(ringOut, db);
  else setTimeout(ringOut, coalesceMs - rested, db);
}

function ringOut(db: Pick<Db, 'bell' | 'writes'>) {
  const { bell } = db;
  const rung = bell.waiting;
  bell.waiting = new Map();
  bell.due = false;
  bell.rungAt = performance.now();
  for (const hear of bell.near) hear(rung);
  const payload = [...rung].map(([code, at]) => `${code}:${at}`).join(',');
  // It commits, so it queues with those that do.
  db.writes`select pg_notify(${ringChannel}, ${payload})`.catch(() => {});
}

/** Hear the rings of this process directly. */
export function hearNear(db: Db, hear: (rung: Rung) => void): () => void {
  const { near } = db.bell;
  near.add(hear);
  return () => near.delete(hear);
}

export const parseRing = (payload: string): Rung =>
  new Map(
    payload
      .split(',')
      .filter(Boolean)
      .map((part) => {
        const [code, version] = part.split(':');
        return [code!, Number(version)];
      }),
  );
