import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { Empty } from '../../ui/error-page.tsx';
import { boardWords } from '../../words/board.ts';
import { stripWords } from '../../words/strip.ts';
import styles from './week.module.css';

/** Why there is nothing in the week, and what next. */
export function EmptyWeek({ only, byZone }: { only: DayFilter | null; byZone: boolean }) {
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
