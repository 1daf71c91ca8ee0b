import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { cellKey, type WeekState } from '../../data/week-view.ts';
import { Empty } from '../../ui/content/error-page.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { stripWords } from '../../words/board/strip-words.ts';
import { shownIn } from './shown-visits.ts';
import styles from './week.module.css';

type Props = {
  week: WeekState;
  slots: Slot[];
  days: string[];
  zone: number | null;
  only: DayFilter | null;
};

/** Why there is nothing in the week, and what next; nothing where there is a visit, or the week is not read yet. */
export function EmptyWeek({ week, slots, days, zone, only }: Props) {
  if (week.status !== 'ready') return null;
  const cells = days.flatMap((day) =>
    slots.map((slot) => [slot, week.cells.get(cellKey(day, slot.id))] as const),
  );
  if (cells.some(([slot, visits]) => visits && shownIn(slot, zone, only)(visits).length > 0)) return null;
  const byZone = zone !== null && cells.some(([, visits]) => visits);
  const [title, hint] =
    only !== null
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
