import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { type DayFilter, isAmong, wasKept } from '../../../machines/visit/day-filters.ts';
import { stripWords } from '../../words/board/strip-words.ts';

/** A figure of the strip, and what a press on it shows. */
export type Figure = {
  filter: DayFilter;
  label: string;
  /** The figure as it is read. */
  text: string;
  /** What it counts, where the label does not say it. */
  hint?: string;
  /** What its filter shows, where that is not what it counts. */
  shows?: string;
  tone: 'plain' | 'good' | 'late' | 'onTheWay';
};

/** How a day goes, figure by figure: another is another entry. */
export function figuresOf(
  visits: readonly CalendarVisit[],
  slots: readonly Slot[],
  places: number | null,
): Figure[] {
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
  const count = (filter: DayFilter) =>
    visits.filter((visit) => isAmong(visit, filter, slotOf.get(visit.slotId))).length;
  const counted = (filter: DayFilter, label: string, tone: Figure['tone'] = 'plain'): Figure => {
    const number = count(filter);
    return { filter, label, text: String(number), tone: number > 0 ? tone : 'plain' };
  };
  return [
    counted('todo', stripWords.todo),
    counted('onTheWay', stripWords.onTheWay, 'onTheWay'),
    counted('done', stripWords.done, 'good'),
    counted('late', stripWords.late, 'late'),
    counted('unassigned', stripWords.unassigned),
    ...(places === null ? [] : [placesFigure(places)]),
    {
      filter: 'outOfSlot',
      label: stripWords.promise,
      hint: stripWords.promiseHint,
      shows: stripWords.outOfSlot,
      ...promiseOf(visits, slotOf),
    },
  ];
}

/** The same while nothing is known of the day: a 0 would be false news on a wall or a phone. */
export const unknownFigures = (slots: readonly Slot[]): Figure[] =>
  figuresOf([], slots, null).map((figure) => ({ ...figure, text: unknown, tone: 'plain' }));

const unknown = '–';

const placesFigure = (places: number): Figure => ({
  filter: 'places',
  label: stripWords.places(places),
  text: String(places),
  hint: stripWords.placesHint,
  shows: stripWords.withPlaces,
  tone: places === 0 ? 'late' : 'plain',
});

function promiseOf(
  visits: readonly CalendarVisit[],
  slotOf: Map<number, Slot>,
): Pick<Figure, 'text' | 'tone'> {
  const judged = visits.flatMap((visit) => wasKept(visit, slotOf.get(visit.slotId)) ?? []);
  const keptCount = judged.filter(Boolean).length;
  if (judged.length === 0) return { text: unknown, tone: 'plain' };
  return {
    text: `${Math.round((100 * keptCount) / judged.length)} %`,
    tone: keptCount < judged.length ? 'plain' : 'good',
  };
}
