import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../db/connection/open.ts';
import { keepLooking, type Look, listViewers, stopLooking, type Viewer } from '../../db/feed/viewers.ts';
import { findFieldVisit } from '../../db/reads/visits/technician-day.ts';
import type { Actor } from '../../machines/access/permissions.ts';

/** Renewed and asked again this often. */
const tickMs = 2_000;
/** A tab says every 3 s that it still looks; one that has been silent for longer has left. */
const silentMs = 7_000;

export const lookInput = z.object({ thing: z.string().regex(/^(visit\.[1-9]\d{0,9}|order\.\d{11})$/) });

export type Watcher = {
  id: string;
  actor: Actor;
  tell(about: { thing: string; people: { userId: number; name: string }[] }): void;
};

/**
 * Who else looks at the same visit or order (ux.md U10). Each process keeps its
 * own tabs in the record and reads everybody's from it, so that tabs on
 * different processes see each other, and one whose process died is gone within
 * seconds.
 */
export function openPresence(db: Db, log: Logger) {
  const looks = new Map<string, Look & { watcher: Watcher; heardAt: number }>();
  const told = new Map<string, string>();
  const keyOf = (watcher: Watcher, thing: string) => `${watcher.id} ${thing}`;

  const tell = (things: string[], viewers: Viewer[]) => {
    for (const thing of things) {
      const people = viewers
        .filter((viewer) => viewer.thing === thing)
        .map(({ userId, name }) => ({ userId, name }));
      const text = JSON.stringify(people);
      for (const [key, look] of looks) {
        if (look.thing !== thing || told.get(key) === text) continue;
        told.set(key, text);
        look.watcher.tell({ thing, people });
      }
    }
  };
  const refresh = async (things: string[]) => {
    if (things.length > 0) tell(things, await listViewers(db, things));
  };

  async function tick() {
    const silent = [...looks].filter(([, look]) => Date.now() - look.heardAt > silentMs);
    for (const [key] of silent) drop(key);
    await stopLooking(
      db,
      silent.map(([, look]) => look),
    );
    await keepLooking(db, [...looks.values()]);
    await refresh([...new Set([...looks.values()].map(({ thing }) => thing))]);
  }
  const timer = setInterval(() => void tick().catch((error) => log.warn({ err: error }, 'presence')), tickMs);
  const drop = (key: string) => {
    looks.delete(key);
    told.delete(key);
  };

  return {
    /** A tab looks at a thing within its operations, or says that it still does. */
    async look(watcher: Watcher, thing: string): Promise<void> {
      const key = keyOf(watcher, thing);
      const known = looks.get(key);
      if (known) {
        known.heardAt = Date.now();
        return;
      }
      if (!(await isWithin(db, watcher.actor, thing))) return;
      const { userId } = watcher.actor;
      looks.set(key, { thing, connection: watcher.id, userId, watcher, heardAt: Date.now() });
      await keepLooking(db, [{ thing, connection: watcher.id, userId }]);
      await refresh([thing]);
    },
    /** A tab looks away; without a thing, from everything. */
    async leave(watcher: Pick<Watcher, 'id'>, thing?: string): Promise<void> {
      const gone = [...looks].filter(
        ([, look]) => look.connection === watcher.id && (thing === undefined || look.thing === thing),
      );
      if (gone.length === 0) return;
      for (const [key] of gone) drop(key);
      await stopLooking(
        db,
        gone.map(([, look]) => look),
      );
      await refresh(gone.map(([, look]) => look.thing));
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await stopLooking(db, [...looks.values()]).catch(() => {});
      looks.clear();
    },
  };
}

async function isWithin(db: Db, actor: Actor, thing: string): Promise<boolean> {
  const [kind, id] = thing.split('.') as [string, string];
  if (kind === 'order') return actor.operations.includes(id.slice(0, 3));
  return Number(id) <= 2_147_483_647 && (await findFieldVisit(db, actor, Number(id))) !== undefined;
}
