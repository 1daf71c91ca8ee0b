import { IconCheck, IconClockExclamation, IconFilterFilled, IconTruck } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useState } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { stripWords } from '../../words/board/strip-words.ts';
import { type Figure, figuresOf, unknownFigures } from './figures.ts';
import styles from './strip.module.css';

type Props = {
  /** Today's visits of the operation, of the zone that is shown. */
  visits: readonly CalendarVisit[];
  slots: readonly Slot[];
  /** The visits are not there yet: no figure is known. */
  loading: boolean;
  /** The places left of the day; null: its slots have no capacity. */
  places: number | null;
  only: DayFilter | null;
  choose: (only: DayFilter | null) => void;
  /** The day, where it is not today. */
  label?: string | undefined;
};

/** How today goes, over the board: each figure shows only what it counts, and all again when it is pressed again. */
export const Strip = memo(function Strip({
  visits,
  slots,
  loading,
  places,
  only,
  choose,
  label = stripWords.today,
}: Props) {
  const figures = useMemo(
    () => (loading ? unknownFigures(slots) : figuresOf(visits, slots, places)),
    [visits, slots, loading, places],
  );
  const [pressed, setPressed] = useState(only);
  useEffect(() => setPressed(only), [only]);
  // What was pressed is painted before a board of hundreds of visits is drawn again (ux.md U1).
  const press = (filter: DayFilter) => {
    const next = filter === pressed ? null : filter;
    setPressed(next);
    requestAnimationFrame(() => setTimeout(() => choose(next)));
  };
  return (
    <div className={styles.strip}>
      <span className={styles.today} aria-hidden>
        {label}
      </span>
      <ul className={styles.figures} aria-label={stripWords.label}>
        {figures.map((figure) => (
          <li key={figure.filter}>
            <FigureButton
              figure={figure}
              pressed={figure.filter === pressed}
              press={() => press(figure.filter)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
});

/** A shape beside each colour. */
const icons = { plain: null, good: IconCheck, late: IconClockExclamation, onTheWay: IconTruck } as const;

function FigureButton({ figure, pressed, press }: { figure: Figure; pressed: boolean; press: () => void }) {
  const Icon = pressed ? IconFilterFilled : icons[figure.tone];
  const shows = stripWords.shows(figure.shows ?? figure.label);
  return (
    <button
      type="button"
      className={styles.figure}
      data-tone={figure.tone}
      data-filter={figure.filter}
      aria-pressed={pressed}
      title={[figure.hint, pressed ? stripWords.off : shows].filter(Boolean).join('. ')}
      onClick={press}
    >
      {Icon && <Icon size={14} aria-hidden className={styles.icon} />}
      <span className={styles.number}>{figure.text}</span> {figure.label}
    </button>
  );
}
