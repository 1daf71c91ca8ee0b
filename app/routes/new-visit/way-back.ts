import { useSearchParams } from '@remix-run/react';
import { readBoardParams } from '../../board/board-params.ts';
import { type Place, placeText, readPlace } from '../../board/create/place.ts';
import { shownOn } from '../../board/shown-on.ts';
import { operationsIn } from '../../board/shown-operations.ts';

/** The board that a form was opened from, with its week, zone and filters; null: it was opened by itself. */
export function useWayBack(): URLSearchParams | null {
  const [params] = useSearchParams();
  const from = params.get('volver');
  return from === null ? null : new URLSearchParams(from);
}

/** The cell of the board that the form was opened for. */
export function usePlace(): Place | null {
  const [params] = useSearchParams();
  return readPlace(params.get('en'));
}

/** The address of the form for an order, which knows the board it is opened from. */
export const creationPath = (order: { type: number; number: string }, boardSearch: string): string => {
  const params = new URLSearchParams(boardSearch);
  const place = readPlace(params.get('crear'));
  for (const dialog of ['orden', 'cliente', 'ticket', 'ayuda', 'ver', 'visita', 'fila', 'crear'])
    params.delete(dialog);
  // The list was shown to choose from: the way back is to the calendar.
  if (place) params.delete('vista');
  const query = { volver: params.toString(), ...(place ? { en: placeText(place) } : {}) };
  return `/visit/new/${order.type}/${order.number}?${new URLSearchParams(query)}`;
};

/** The same board with the new visit shown on it (ux.md U50). */
export function boardWith(
  board: URLSearchParams | null,
  visit: { id: number; day: string; operation: string },
  today: string,
): string {
  const params = new URLSearchParams(board ?? undefined);
  const shown = shownOn(readBoardParams(params.toString(), today), visit);
  if (!operationsIn(params.get('op')).includes(visit.operation)) {
    params.set('op', visit.operation);
    params.delete('zona');
  }
  for (const [name, value] of Object.entries(shown)) params.set(name, value);
  // Whatever is filtered, the new visit is to be seen.
  for (const name of ['vista', 'solo', 'crear']) params.delete(name);
  return `/jefetec?${params}`;
}
