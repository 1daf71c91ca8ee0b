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

/** What the map's shapes, colours and figures mean. */
export function MapLegend() {
  return (
    <details className={styles.legend}>
      <summary>{words.legend}</summary>
      <ul>
        {lines.map(({ text, mark }) => (
          <li key={text}>
            <MapMark mark={mark} />
            {text}
          </li>
        ))}
        <li>{words.coloursLegend}</li>
        <li>{words.clustersLegend}</li>
      </ul>
    </details>
  );
}
