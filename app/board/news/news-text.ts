import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { dayInWords } from '../../../machines/calendar/slots.ts';
import { surnameOf } from '../../../machines/customer/person-name.ts';
import { statusLabel } from '../../../machines/visit/labels.ts';
import type { VisitChange } from '../../data/week-view.ts';
import { newsWords as words } from '../../words/board/news-words.ts';
import { type Names, reasonOf, remarksOf, technicianOf } from '../week/chip-text.ts';

export type NewsNames = { names: Names; slots: readonly { id: number; name: string }[] };

/** More than these are summed up. */
const mostVisits = 3;
/** Of a sum so many kinds of change are named. */
const mostKinds = 3;

/** Several changes of a visit as the one that they make together. */
export function merged(changes: readonly VisitChange[]): VisitChange[] {
  const byVisit = new Map<number, VisitChange>();
  for (const change of changes) {
    const id = (change.after ?? change.before)!.id;
    byVisit.set(id, { before: (byVisit.get(id) ?? change).before, after: change.after });
  }
  return [...byVisit.values()];
}

/**
 * What changed, for a user who cannot see it move: who has a visit, where it went, its state, what its customer said.
 * @returns '' where nothing of it did, as where the user's own move is confirmed
 */
export function newsText(changes: readonly VisitChange[], named: NewsNames): string {
  const described = merged(changes).flatMap((change) => {
    const parts = partsOf(change, named);
    return parts.length === 0 ? [] : { visit: (change.after ?? change.before)!, what: parts.join(', ') };
  });
  if (described.length <= mostVisits)
    return described
      .map(({ visit, what }) => words.visit(visit.id, surnameOf(visit.clientName), what))
      .join('. ');
  const counts = new Map<string, number>();
  for (const { what } of described) counts.set(what, (counts.get(what) ?? 0) + 1);
  const kinds = [...counts].sort(([, a], [, b]) => b - a);
  const named3 = kinds.slice(0, mostKinds).map(([what, count]) => words.counted(what, count));
  return words.many(
    described.length,
    [...named3, ...(kinds.length > mostKinds ? [words.others] : [])].join('; '),
  );
}

function partsOf({ before, after }: VisitChange, { names, slots }: NewsNames): string[] {
  const slotName = ({ slotId }: CalendarVisit) => slots.find(({ id }) => id === slotId)?.name ?? '';
  if (!after) return before ? [words.gone] : [];
  if (!before) return [words.created(dayInWords(after.day), slotName(after))];
  const parts: string[] = [];
  if (before.day !== after.day) parts.push(words.placed(dayInWords(after.day), slotName(after)));
  else if (before.slotId !== after.slotId) parts.push(words.slot(slotName(after)));
  if (before.technicianId !== after.technicianId)
    parts.push(
      after.technicianId === null ? words.noTechnician : words.technician(technicianOf(after, names) ?? ''),
    );
  const [was, is] = [before, after].map((visit) => statusLabel(visit, reasonOf(visit, names)));
  if (was !== is) parts.push(is!);
  const saidBefore = remarksOf(before);
  return [...parts, ...remarksOf(after).filter((remark) => !saidBefore.includes(remark))];
}
