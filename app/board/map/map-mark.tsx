import styles from './map.module.css';
import { figureOf, type Mark, outlines, signs } from './map-shapes.ts';

/** The same mark as on the map, beside the visit in the list. */
export function MapMark({ mark }: { mark: Omit<Mark, 'selected'> }) {
  const hollow = mark.kind === 'pending' || mark.approximate;
  const figure = figureOf(mark);
  const ink = hollow ? mark.colour : '#fff';
  return (
    <svg viewBox="-1 -1 26 26" width={22} height={22} className={styles.mark} aria-hidden>
      <path
        d={outlines[mark.kind]}
        fill={hollow ? '#fff' : mark.colour}
        stroke={mark.colour}
        strokeWidth={2}
        strokeDasharray={mark.approximate ? '3 2' : undefined}
      />
      {figure ? (
        <text
          x={12}
          y={mark.kind === 'onTheWay' ? 19 : 16}
          fill={ink}
          textAnchor="middle"
          className={styles.figure}
        >
          {figure}
        </text>
      ) : (
        <path d={signs[mark.kind]} fill="none" stroke={ink} strokeWidth={2.4} strokeLinecap="round" />
      )}
    </svg>
  );
}
