import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../db/connection/open.ts';
import { keepLooking, type Look, listViewers, stopLooking, type Viewer } from '../../db/feed/viewers.ts';
import { findVisit } from '../../db/record/visit-row.ts';
import { type Actor, operationsOf } from '../../machines/access/permissions.ts';
import { readRowId } from '../../machines/wire/row-id.ts';

/** Own tabs are renewed and the record is read at this interval. */
const tickMs = 2_000;
/** A tab repeats every 3 s; a silent one has left. */
const silentMs = 7_000;

export const lookInput = z.object({ thing: z.string().regex(/^(visit\.[1-9]\d{0,9}|order\.\d{11})$/) });

export type Watcher = {
  id: string;
  /** Kept up to date: an operation may be withdrawn while its user looks. */
  actor: Actor;
  send(about: { thing: string; people: { userId: number; name: string }[] }): void;
};

/** `operation`: of the visit or order. */
type Looking = Look & { operation: string; watcher: Watcher; renewedAt: number };

const isEnded = ({ renewedAt, operation, watcher }: Looking): boolean =>
  Date.now() - renewedAt > silentMs || !operationsOf(watcher.actor).includes(operation);

/**
 * Who else looks at the same visit or order (ux.md U10). Each process keeps its own tabs in the record and reads all,
 * so tabs on different processes see each other, and those of a process that died expire within seconds.
 */
export function openPresence(db: Db, log: Logger) {
  const looks = new Map<string, Looking>();
  const lastSent = new Map<string, string>();
  const keyOf = (watcher: Watcher, thing: string) => `${watcher.id} ${thing}`;

  const publish = (things: string[], viewers: Viewer[]) => {
    for (const thing of things) {
      const people = viewers
        .filter((viewer) => viewer.thing === thing)
        .map(({ userId, name }) => ({ userId, name }));
      const text = JSON.stringify(people);
      for (const [key, look] of looks) {
        if (look.thing !== thing || lastSent.get(key) === text || isEnded(look)) continue;
        lastSent.set(key, text);
        look.watcher.send({ thing, people });
      }
    }
  };
  const refresh = async (things: string[]) => {
    if (things.length > 0) publish(things, await listViewers(db, things));
  };

  async function tick() {
    const ended = [...looks].filter(([, look]) => isEnded(look));
    for (const [key] of ended) drop(key);
    await stopLooking(
      db,
      ended.map(([, look]) => look),
    );
    await keepLooking(db, [...looks.values()]);
    await refresh([...new Set([...looks.values()].map(({ thing }) => thing))]);
  }
  const timer = setInterval(() => void tick().catch((error) => log.warn({ err: error }, 'presence')), tickMs);
  const drop = (key: string) => {
    looks.delete(key);
    lastSent.delete(key);
  };

  return {
    /** A tab looks at a thing within its operations, or repeats that it does. */
    async look(watcher: Watcher, thing: string): Promise<void> {
      const key = keyOf(watcher, thing);
      const look = looks.get(key);
      if (look) {
        look.renewedAt = Date.now();
        return;
      }
      const operation = await operationOf(db, watcher.actor, thing);
      if (operation === null) return;
      const { userId } = watcher.actor;
      looks.set(key, {
        thing,
        operation,
        connection: watcher.id,
        userId,
        watcher,
        renewedAt: Date.now(),
      });
      await keepLooking(db, [{ thing, connection: watcher.id, userId }]);
      await refresh([thing]);
    },
    /** A tab stops looking; without a thing, at all of them. */
    async leave(watcher: Pick<Watcher, 'id'>, thing?: string): Promise<void> {
      const ended = [...looks].filter(
        ([, look]) => look.connection === watcher.id && (thing === undefined || look.thing === thing),
      );
      if (ended.length === 0) return;
      for (const [key] of ended) drop(key);
      await stopLooking(
        db,
        ended.map(([, look]) => look),
      );
      await refresh(ended.map(([, look]) => look.thing));
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await stopLooking(db, [...looks.values()]).catch(() => {});
      looks.clear();
    },
  };
}

/** Null: there is no such thing within the actor's operations. */
async function operationOf(db: Db, actor: Actor, thing: string): Promise<string | null> {
  const [kind, id] = thing.split('.') as [string, string];
  const operations = operationsOf(actor);
  if (kind === 'order') return operations.find((code) => id.startsWith(code)) ?? null;
  // Not asked of a user who reaches none.
  const visitId = readRowId(id);
  if (operations.length === 0 || visitId === null) return null;
  return (await findVisit(db.sql, visitId, operations))?.operation ?? null;
}
