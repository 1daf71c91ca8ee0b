import type { StatusTone } from '../../../machines/visit/labels.ts';

export type MarkKind = StatusTone | 'order';

/** The outlines in a square of 24: a shape for each state, so that colour is never the only sign. */
const circle = 'M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19z';
export const outlines: Record<MarkKind, string> = {
  pending: circle,
  assigned: circle,
  onTheWay: 'M12 1.5L23 21.5H1z',
  arrived: 'M12 1.5L22 10.5V22H2V10.5z',
  delayed: 'M2.5 2.5h19v19h-19z',
  finished: circle,
  cancelled: circle,
  rescheduled: circle,
  order: 'M12 1L23 12L12 23L1 12z',
};

/** What is drawn inside, as strokes; a round's number takes its place. */
export const signs: Record<MarkKind, string> = {
  pending: '',
  assigned: '',
  onTheWay: 'M12 10v7',
  arrived: 'M8 14l3 3l5-6',
  delayed: 'M12 7v6M12 16.4v.2',
  finished: 'M7.5 12.5l3 3l6-7',
  cancelled: 'M8 8l8 8M16 8l-8 8',
  rescheduled: 'M7.5 12h9M13 8l4 4l-4 4',
  order: 'M12 7.5v9M7.5 12h9',
};

/** Those whose sign says more than their place in the round. */
export const signed: ReadonlySet<MarkKind> = new Set(['finished', 'cancelled', 'rescheduled', 'order']);

/** One a technician, apart from each other in hue or lightness, all dark enough for white figures. */
export const technicianColours = [
  '#0b62a4',
  '#b3261e',
  '#2f7d32',
  '#7b3fa0',
  '#a35200',
  '#00757a',
  '#ad1c6b',
  '#4a5d00',
  '#4356c8',
  '#7a4b2f',
  '#00695c',
  '#8b3a62',
] as const;
export const noColour = '#545b64';
export const orderColour = '#6b4f00';

/** A technician's colour by their place in the crew; null: no technician. */
export const colourAt = (place: number | null): string =>
  place === null ? noColour : technicianColours[place % technicianColours.length]!;

export type Mark = {
  kind: MarkKind;
  colour: string;
  /** In the technician's round, from 1; null: in none. */
  number: number | null;
  approximate: boolean;
  selected: boolean;
};

/** A mark's name as an image of the map, which `readMark` reads. */
export const markName = ({ kind, colour, number, approximate, selected }: Mark): string =>
  ['mark', kind, colour, number ?? '', approximate ? 'a' : '', selected ? 's' : ''].join('.');

export function readMark(name: string): Mark | null {
  const [head, kind, colour, number, approximate, selected] = name.split('.');
  if (head !== 'mark' || !kind || !colour || !Object.hasOwn(outlines, kind)) return null;
  return {
    ...{ kind: kind as MarkKind, colour },
    number: number ? Number(number) : null,
    ...{ approximate: approximate === 'a', selected: selected === 's' },
  };
}

/** What a mark shows inside: its number in the round, unless its sign says more. */
export const figureOf = ({ kind, number }: Pick<Mark, 'kind' | 'number'>): string =>
  number !== null && number < 100 && !signed.has(kind) ? String(number) : '';
