import type { Slot } from '../../../db/reads/settings/operation.ts';
import { cellKey, type WeekState } from '../../data/week-view.ts';
import { Empty } from '../../ui/content/error-page.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { dayWords } from '../../words/board/day-words.ts';
import { stripWords } from '../../words/board/strip-words.ts';
import type { Filtering } from '../filters/use-filter.ts';
import { narrowsBeyondZone } from '../filters/visit-filter.ts';
import { shownIn } from './shown-visits.ts';
import styles from './week.module.css';

type Props = {
  week: WeekState;
  slots: Slot[];
  days: string[];
  filtering: Filtering;
};

/** Why there is nothing in the week, and what next; nothing where there is a visit, or the week is not read yet. */
export function EmptyWeek({ week, slots, days, filtering }: Props) {
  if (week.status !== 'ready') return null;
  const { zone, only } = filtering.filter;
  const cells = days.flatMap((day) =>
    slots.map((slot) => [slot, week.cells.get(cellKey(day, slot.id))] as const),
  );
  if (cells.some(([slot, visits]) => visits && shownIn(slot, filtering)(visits).length > 0)) return null;
  const byZone = zone !== null && cells.some(([, visits]) => visits);
  const [title, hint] = narrowsBeyondZone(filtering.filter)
    ? [dayWords.emptyWeek, dayWords.emptyHint]
    : only !== null
      ? [
          stripWords.emptyTitle(only === 'places' ? stripWords.withPlaces : stripWords[only]),
          stripWords.emptyHint,
        ]
      : byZone
        ? [boardWords.weekEmptyZone, boardWords.weekEmptyZoneHint]
        : [boardWords.weekEmpty, boardWords.weekEmptyHint];
  return (
    <div className={styles.emptyWeek}>
      <Empty title={title} hint={hint} />
    </div>
  );
}
