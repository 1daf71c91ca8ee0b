import { statusWords } from '../../words/board/board-words.ts';
import { mapWords as words } from '../../words/board/map-words.ts';
import styles from './map.module.css';
import { MapMark } from './map-mark.tsx';
import { type Mark, type MarkKind, noColour, orderColour, technicianColours } from './map-shapes.ts';

type Line = { text: string; mark: Omit<Mark, 'selected'> };

const [aColour] = technicianColours;
const kinds = Object.keys(statusWords) as Exclude<MarkKind, 'order'>[];
const lines: Line[] = [
  ...kinds.map((kind) => ({
    text: statusWords[kind],
    mark: {
      kind,
      colour: kind === 'pending' ? noColour : aColour,
      number: kind === 'assigned' || kind === 'onTheWay' ? 1 : null,
      approximate: false,
    },
  })),
  {
    text: words.pendingOrder,
    mark: { kind: 'order', colour: orderColour, number: null, approximate: false },
  },
  {
    text: words.approximateTitle,
    mark: { kind: 'assigned', colour: aColour, number: 1, approximate: true },
  },
];

/** What is drawn beside what is open. */
export type MapLooks = {
  /** Visits that are closed or cancelled. */
  closed: boolean;
  /** The round of each technician, not only of the one that is pointed at. */
  rounds: boolean;
};

/** States of what is over, which stand for nothing on a map of what is open. */
const over = new Set<MarkKind>(['finished', 'cancelled', 'rescheduled']);

/** Beside the map: what is drawn, by choice, and what its shapes, colours and figures mean. */
export function MapLegend(props: {
  looks: MapLooks;
  closedCount: number;
  choose: (change: Partial<MapLooks>) => void;
}) {
  const { looks, closedCount, choose } = props;
  const shown = lines.filter(({ mark }) => looks.closed || !over.has(mark.kind));
  return (
    <section className={styles.legend} aria-label={words.legend}>
      <fieldset>
        <legend>{words.show}</legend>
        <label>
          <input
            type="checkbox"
            checked={looks.closed}
            onChange={({ currentTarget: { checked } }) => choose({ closed: checked })}
          />
          {words.closed(closedCount)}
        </label>
        <label>
          <input
            type="checkbox"
            checked={looks.rounds}
            onChange={({ currentTarget: { checked } }) => choose({ rounds: checked })}
          />
          {words.rounds}
        </label>
      </fieldset>
      <h2>{words.legend}</h2>
      <ul>
        {shown.map(({ text, mark }) => (
          <li key={text}>
            <MapMark mark={mark} />
            {text}
          </li>
        ))}
      </ul>
      <p>{words.coloursLegend}</p>
      <p>{words.roundsLegend}</p>
      <p>{words.clustersLegend}</p>
    </section>
  );
}
