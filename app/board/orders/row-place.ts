/** A row's place in a list of which only what is in view is drawn. */
export type RowPlace = {
  index: number;
  of: number;
  start: number;
  measure: (row: HTMLElement | null) => void;
};

/** Pixels of a row before it is measured. */
export const rowHeight = 47;
