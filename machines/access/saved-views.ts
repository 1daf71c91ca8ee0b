import { maySwitchViews } from './permissions.ts';

/** The boards that a view can be of, as their addresses are called. */
export const savedBoards = ['jefetec', 'calendario'] as const;
export type SavedBoard = (typeof savedBoards)[number];

/** A named view as its user saved it (contract §13). Which week or day it shows is not part of it: a view is about today. */
export type SavedView = {
  /** Unguessable: who has it may open the view. */
  id: string;
  name: string;
  board: SavedBoard;
  /** Their codes, the main one first; none: the first of who opens it. */
  operations: string[];
  /** Its filters, as `filtersOf` writes them. */
  filters: string;
  isDefault: boolean;
};

/** A user has so many at most. */
export const mostViews = 30;
/** In characters. */
export const viewNameLength = { least: 2, most: 40 };
/** As many operations as a board shows at once. */
const mostOperations = 4;

/** The parameter of a board's address that names the view that it was opened by. */
export const viewParam = 'guardada';

export const isViewId = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);
export const viewPath = (id: string): string => `/vistas/${id}`;

const number = /^[1-9]\d{0,8}$/;
/**
 * What a view keeps of a board's address, and what each may say; anything else is left out. What was typed into a
 * search is not among them: it may be a customer's name.
 */
const filters: [name: string, value: RegExp, boards: readonly SavedBoard[]][] = [
  ['zona', number, savedBoards],
  ['dias', /^corridos$/, savedBoards],
  ['pasados', /^1$/, savedBoards],
  ['solo', /^[a-z]{1,20}$/, savedBoards],
  ['vista', /^(dia|mapa)$/, ['jefetec']],
  ['grupo', /^zona$/, ['jefetec']],
  ['ordenar', /^(menos|mas)$/, ['jefetec']],
  ['filas', /^altas$/, ['jefetec']],
  ['tecnico', number, savedBoards],
  ['clase', number, savedBoards],
  ['sintoma', number, savedBoards],
  ['contratista', /^(solo|sin)$/, savedBoards],
  ['modo', /^prioridad$/, ['jefetec']],
  ['contratistas', /^1$/, ['jefetec']],
  ['sinvisita', /^1$/, ['jefetec']],
  ['tipo', number, ['jefetec']],
  ['lista', /^0$/, ['jefetec']],
];
/** They name something of the main operation. */
const ofMainOperation = ['zona', 'tecnico'];

/** The filters of a board's address, always in the same order. */
export function filtersOf(board: SavedBoard, search: string): string {
  const params = new URLSearchParams(search);
  const viewFilters = new URLSearchParams();
  for (const [name, value, boards] of filters) {
    const parameter = params.get(name);
    if (parameter !== null && boards.includes(board) && value.test(parameter))
      viewFilters.set(name, parameter);
  }
  return viewFilters.toString();
}

/** The operations that a board's address names. */
export const operationsOfSearch = (search: string): string[] =>
  [...new Set((new URLSearchParams(search).get('op') ?? '').split(','))]
    .filter((code) => /^[0-9]{3}$/.test(code))
    .slice(0, mostOperations);

/** Without characters that cannot be seen, and with single spaces. */
export const cleanViewName = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

type Reader = {
  /** Codes of 3 digits. */
  operations: readonly string[];
  boards: readonly SavedBoard[];
};

/** A view as one user may open it. */
export type OpenedView = {
  /** The reader's own board where the view's is not theirs; null: they have none. */
  board: SavedBoard | null;
  operations: string[];
  filters: string;
  /** The codes of the operations that it is opened without. */
  missing: string[];
};

/** What a reader sees of a view: their own operations alone, and what goes with the main one only with it. */
export function openView(view: Omit<SavedView, 'id' | 'name' | 'isDefault'>, reader: Reader): OpenedView {
  const board = reader.boards.includes(view.board) ? view.board : (reader.boards[0] ?? null);
  const operations = view.operations.filter((code) => reader.operations.includes(code));
  const params = new URLSearchParams(view.filters);
  if (operations[0] !== view.operations[0]) for (const name of ofMainOperation) params.delete(name);
  return {
    board,
    operations,
    filters: filtersOf(board ?? view.board, params.toString()),
    missing: view.operations.filter((code) => !reader.operations.includes(code)),
  };
}

/** The address that opens a view, of known names alone; null: its reader has no board. */
export function addressOfView(view: SavedView, reader: Reader): string | null {
  const { board, operations, filters: viewFilters } = openView(view, reader);
  if (!board) return null;
  const op = operations.length > 0 ? `op=${operations.join(',')}` : '';
  return `/${board}?${[op, viewFilters, `${viewParam}=${view.id}`].filter(Boolean).join('&')}`;
}

/** The boards of a user, their own first. A technician has one only if they may switch to it. */
export function boardsOf(
  user: Parameters<typeof maySwitchViews>[0] & { defaultView: string },
): readonly SavedBoard[] {
  if (user.defaultView === 'index_calendario') return ['calendario'];
  if (user.defaultView === 'index_tecnico' && !maySwitchViews(user)) return [];
  return savedBoards;
}
