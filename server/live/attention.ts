import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../db/connection/open.ts';
import type { Changes } from '../../db/feed/changes.ts';
import { type Attention, readAttention } from '../../db/reads/attention/attention.ts';
import { touchesAttention } from '../../machines/attention/attention.ts';

/** The versions of operations that a list shows; those of others are ignored. */
export const attendInput = z.object({
  versions: z.record(z.string().regex(/^\d{3}$/), z.number().int().min(0)),
});

/**
 * What is sent to the lists of an operation. `visits`: replace what is known of them by `items` and `later`; null: too
 * much happened, read again. `to`: the operation's version; a list that shows it already ignores this.
 */
export type AttentionNews = { operation: string; to: number } & (
  | (Pick<Attention, 'items' | 'later'> & { visits: number[] })
  | { visits: null }
);

/** Changes of so many milliseconds are read together, for all operations: a storm costs a few statements a second. */
const gatherMs = 200;
/** Delay before a failed read is retried. */
const retryMs = 1_000;
/** More visits at once than this are read again by each list. */
const mostVisits = 1_000;

type Touched = { to: number; visits: Set<number>; all: boolean };

/**
 * Passes on what needs attention: on the boards' feed, read once a process for any number of lists, and only when
 * something happened that may touch it.
 * @param send to the lists of an operation, in the order of its versions
 */
export function openAttention(
  db: Db,
  log: Logger,
  options: { wanted(operation: string): boolean; send(news: AttentionNews): void },
) {
  let touched = new Map<string, Touched>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  let closed = false;

  const readSoon = (ms: number) => {
    if (!closed) timer ??= setTimeout(() => void readTouched(), ms);
  };

  async function readTouched(): Promise<void> {
    timer = undefined;
    if (reading) return;
    reading = true;
    const now = touched;
    touched = new Map();
    try {
      await publish(now);
    } catch (error) {
      log.warn({ err: error }, 'what needs attention was not read');
      for (const [operation, part] of now) add(operation, part);
      readSoon(retryMs);
    } finally {
      reading = false;
    }
    if (touched.size > 0) readSoon(gatherMs);
  }

  async function publish(now: Map<string, Touched>) {
    const some = [...now].filter(([, { all }]) => !all);
    const visits = some.flatMap(([, part]) => [...part.visits]);
    const read =
      visits.length === 0
        ? null
        : await readAttention(
            db,
            some.map(([code]) => code),
            { only: visits },
          );
    for (const [operation, { to, all, visits: own }] of now) {
      if (all) options.send({ operation, to, visits: null });
      else
        options.send({
          operation,
          to,
          visits: [...own],
          items: read!.items.filter(({ visit }) => visit.operation === operation),
          later: read!.later.flatMap(({ at, visits: ids }) => {
            const ours = ids.filter((id) => own.has(id));
            return ours.length > 0 ? [{ at, visits: ours }] : [];
          }),
        });
    }
  }

  function add(operation: string, { to, visits, all }: Touched) {
    const part = touched.get(operation) ?? { to, visits: new Set<number>(), all };
    for (const id of visits) part.visits.add(id);
    part.to = Math.max(part.to, to);
    part.all ||= all || part.visits.size > mostVisits;
    touched.set(operation, part);
  }

  return {
    /** What the feed brings of an operation. */
    receive(operation: string, changes: Changes | 'too-old', to: number) {
      if (!options.wanted(operation)) return;
      const events = changes === 'too-old' ? [] : changes.events.filter(({ name }) => touchesAttention(name));
      if (changes !== 'too-old' && events.length === 0) return;
      const visits = new Set(events.flatMap(({ visitId }) => visitId ?? []));
      // A slot's hours move the moments of all its visits.
      add(operation, {
        to,
        visits,
        all: changes === 'too-old' || events.some(({ visitId }) => visitId === null),
      });
      readSoon(gatherMs);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
