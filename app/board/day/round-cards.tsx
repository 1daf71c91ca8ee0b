import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { Names } from '../week/chip-text.ts';
import styles from './day.module.css';
import { DayCard } from './day-card.tsx';

export type RoundProps = {
  /** In the order in which they will be done. */
  visits: readonly CalendarVisit[];
  selected: ReadonlySet<number>;
  zones: ReadonlyMap<number, string>;
  names: Names;
};

/** The round of a technician in a slot, a card a visit. */
export const RoundCards = ({ visits, selected, zones, names }: RoundProps) => (
  <ul className={styles.cards}>
    {visits.map((visit, index) => (
      <DayCard
        key={visit.id}
        visit={visit}
        zone={visit.zoneId === null ? '' : (zones.get(visit.zoneId) ?? '')}
        position={index + 1}
        of={visits.length}
        selected={selected.has(visit.id)}
        names={names}
      />
    ))}
  </ul>
);
