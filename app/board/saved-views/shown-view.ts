import {
  filtersOf,
  openView,
  type SavedBoard,
  type SavedView,
} from '../../../machines/access/saved-views.ts';

/** A view of any user. */
export type AnyView = Pick<SavedView, 'id' | 'name' | 'board' | 'operations' | 'filters'>;

/** What a board shows now. */
export type BoardNow = {
  board: SavedBoard;
  /** The main one first. */
  operations: readonly string[];
  search: string;
  /** Those of the main operation. */
  zones: readonly { id: number }[];
};

/** How what is shown differs from the view that the board was opened by. */
export type ShownView = {
  /** Its user has turned or filtered the board since. */
  changed: boolean;
  /** The codes of operations that this user does not have. */
  missing: string[];
  zoneGone: boolean;
  /** It was saved on a board that this user does not have. */
  otherBoard: boolean;
};

export function compareWithView(view: AnyView, now: BoardNow, own: readonly string[]): ShownView {
  const opened = openView(view, { operations: own, boards: [now.board] });
  const operations = opened.operations.length > 0 ? opened.operations : own.slice(0, 1);
  const filters = new URLSearchParams(opened.filters);
  const zone = Number(filters.get('zona'));
  // Of another main operation these are other zones.
  const zoneGone =
    zone > 0 && now.operations[0] === operations[0] && !now.zones.some(({ id }) => id === zone);
  if (zoneGone) filters.delete('zona');
  return {
    changed:
      now.operations.join() !== operations.join() ||
      filtersOf(now.board, now.search) !== filtersOf(now.board, filters.toString()),
    missing: opened.missing,
    zoneGone,
    otherBoard: view.board === 'jefetec' && now.board === 'calendario',
  };
}

/** What is saved of it, as `views/edit` takes it. */
export const searchOf = ({ board, operations, search }: BoardNow): string =>
  [`op=${operations.join(',')}`, filtersOf(board, search)].filter(Boolean).join('&');
