import type { Db } from './open.ts';

/**
 * Ring after the commit: tell every web process that an operation's version
 * moved. Rings of the same few milliseconds go out together, because a NOTIFY
 * takes a lock at commit; a ring that is lost is covered by the feed's poll.
 */
export const ringChannel = 'agenda_feed';
const coalesceMs = 2;

export type Rung = Map<string, number>;
export type Bell = { waiting: Rung; timer: NodeJS.Timeout | null; near: Set<(rung: Rung) => void> };

export const newBell = (): Bell => ({ waiting: new Map(), timer: null, near: new Set() });

/** Call after a commit; returns at once. The same process's feed hears it without a round trip. */
export function ring(db: Pick<Db, 'bell' | 'sql'>, operation: string, version: number): void {
  const { bell } = db;
  bell.waiting.set(operation, Math.max(version, bell.waiting.get(operation) ?? 0));
  bell.timer ??= setTimeout(() => {
    const rung = bell.waiting;
    bell.waiting = new Map();
    bell.timer = null;
    for (const hear of bell.near) hear(rung);
    const payload = [...rung].map(([code, at]) => `${code}:${at}`).join(',');
    db.sql`select pg_notify(${ringChannel}, ${payload})`.catch(() => {});
  }, coalesceMs);
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
