import { useCallback, useRef } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { Objection, PlacingRules, Target } from '../../../machines/visit/placing.ts';
import { objectionTo, placeIn } from '../../../machines/visit/placing.ts';
import { byRank, rankOf, ranksAnew, ranksAt, roundOf } from '../../../machines/visit/round.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import type { WeekView } from '../../data/week-view.ts';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { showRefused, showsBeforeDone } from '../../ui/toasts/toast.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import type { Drop } from './use-drops.ts';

type Options = {
  view: WeekView;
  day: string;
  visits: readonly CalendarVisit[];
  rules: PlacingRules;
  /** Where visits went, in words. */
  placeText: (to: MoveTo) => string;
};

/**
 * Where visits are put: in a cell of the board, or each in its own slot (`slotId` null), each with its own technician
 * (`technicianId` undefined). `position` null: last.
 */
export type MoveTo = Pick<Target, 'slotId' | 'technicianId'> & { position: number | null };

/** `full`: another user took the last place. */
type Outcome = 'done' | 'refused' | 'full';

export type Overbook = { overbook: true; overbook_reason: string };

/** Moves visits on the board: shown at once, and back where they stood if the record refuses. */
export function useMoves(options: Options) {
  const now = useRef(options);
  now.current = options;
  /** The versions that own moves have made, which the record's changes may bring a moment later. */
  const ownVersions = useRef(new Map<number, number>());
  const inTurn = useTurns();

  const objection = useCallback((ids: readonly number[], to: MoveTo): Objection => {
    const { visits, rules, day } = now.current;
    const moving = visits.filter(({ id }) => ids.includes(id));
    return objectionTo(moving, { day, slotId: to.slotId, technicianId: to.technicianId }, rules);
  }, []);

  const placeAndSay = useCallback(
    async (some: readonly number[], to: MoveTo, over?: Overbook): Promise<Outcome> => {
      const { view, visits, placeText } = now.current;
      const moving = visits.filter(({ id }) => some.includes(id)).sort(byRank);
      if (moving.length === 0 || areThere(moving, to, visits)) return 'done';
      const key = newKey();
      view.lay(key, placed(moving, to, visits));
      const stays = moving.every((visit) => staysIn(visit, to));
      const ids = moving.map(({ id }) => id);
      let versions: Record<string, number> = {};
      const outcome = await inTurn(() => {
        versions = versionsOf(now.current.visits, moving, ownVersions.current);
        return sendCommand(
          'placeVisits',
          {
            visit_id: ids,
            tech_id: to.technicianId,
            timestripe_id: to.slotId,
            position: to.position,
            versions,
            ...over,
          },
          key,
        );
      });
      if (outcome.ok) {
        // Each changed visit has one more; what stood there already has not.
        if (outcome.data.changed === moving.length)
          for (const id of ids) ownVersions.current.set(id, versions[id]! + 1);
        offerUndo(stays ? words.reordered : words.moved(moving.length, placeText(to)), ids, key);
        return 'done';
      }
      view.lift(key);
      showRefused(outcome.status === 0 ? words.noAnswer : words.notMoved(outcome.text));
      return outcome.code === 'slot-full' ? 'full' : 'refused';
    },
    [inTurn],
  );
  const move = useCallback(
    (...what: Parameters<typeof placeAndSay>) => showsBeforeDone(placeAndSay(...what)),
    [placeAndSay],
  );
  return { move, objection };
}

/** One after the other: a second press on the same visit is about what the first one leaves. */
function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(<Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.current.then(send, send);
    last.current = turn;
    return turn;
  }, []);
}

const staysIn = (visit: CalendarVisit, to: MoveTo): boolean => {
  const { technicianId, slotId } = placeIn(visit, to);
  return visit.technicianId === technicianId && visit.slotId === slotId;
};

/** One cell of the board, and a position in it; null: each is put last in a cell of its own. */
const dropIn = ({ technicianId, slotId, position }: MoveTo): Drop | null =>
  technicianId === undefined || slotId === null || position === null
    ? null
    : { technicianId, slotId, position };

/** The visits of a place that hold one, without those that move. */
const othersAt = (moving: readonly CalendarVisit[], to: Drop, visits: readonly CalendarVisit[]) =>
  roundOf(visits, to).filter((visit) => !moving.includes(visit));

/** The visits as the command will leave them. */
function placed(moving: readonly CalendarVisit[], to: MoveTo, visits: readonly CalendarVisit[]) {
  const drop = dropIn(to);
  const rankIn = drop
    ? ranksIn(moving, drop, visits)
    : (visit: CalendarVisit) => (staysIn(visit, to) ? (visit.rank ?? null) : null);
  return new Map(
    moving.map((visit, index) => [visit.id, { ...placeIn(visit, to), rank: rankIn(visit, index) }]),
  );
}

function ranksIn(moving: readonly CalendarVisit[], to: Drop, visits: readonly CalendarVisit[]) {
  const others = othersAt(moving, to, visits).map((visit) => ({ id: visit.id, rank: rankOf(visit) }));
  const ranks = ranksAt(others, to.position, moving.length);
  const anew = ranks ? null : ranksAnew(others, to.position, moving);
  return (visit: CalendarVisit, index: number) => ranks?.[index] ?? anew?.get(visit.id) ?? null;
}

/** Visits that were put down where they stood. */
function areThere(moving: readonly CalendarVisit[], to: MoveTo, visits: readonly CalendarVisit[]): boolean {
  if (moving.some((visit) => !staysIn(visit, to))) return false;
  const drop = dropIn(to);
  if (!drop) return true;
  const others = othersAt(moving, drop, visits);
  const before = others.slice(0, drop.position - 1);
  const after = others.slice(drop.position - 1);
  return (
    before.every((other) => moving.every((visit) => byRank(other, visit) < 0)) &&
    after.every((other) => moving.every((visit) => byRank(other, visit) > 0))
  );
}

/** The visits' versions as the next command has to name them. */
function versionsOf(
  visits: readonly CalendarVisit[],
  moving: readonly CalendarVisit[],
  ownVersions: ReadonlyMap<number, number>,
): Record<string, number> {
  const now = new Map(visits.map(({ id, version }) => [id, version]));
  return Object.fromEntries(
    moving.map(({ id, version }) => [id, Math.max(now.get(id) ?? version, ownVersions.get(id) ?? 0)]),
  );
}
