import { IconCheck, IconClockExclamation, IconTruck } from '@tabler/icons-react';
import type { Figure } from '../board/strip/figures.ts';
import { wallWords as words } from '../words/board/wall-words.ts';
import styles from './wall.module.css';

/** A shape beside each colour. */
const icons = { plain: null, good: IconCheck, late: IconClockExclamation, onTheWay: IconTruck } as const;

/** How the day goes, in the figures of the strip over the board. */
export const WallFigures = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className={styles.figures} aria-label={words.figures}>
    {figures.map(({ filter, label, text, tone }) => {
      const Icon = icons[tone];
      return (
        <li key={filter} className={styles.figure} data-tone={tone} data-figure={filter}>
          <span className={styles.number}>
            {text.replace(' %', '')}
            {text.endsWith(' %') && <span className={styles.unit}>%</span>}
          </span>
          <span className={styles.label}>
            {Icon && <Icon aria-hidden className={styles.icon} />}
            {label}
          </span>
        </li>
      );
    })}
  </ul>
);
