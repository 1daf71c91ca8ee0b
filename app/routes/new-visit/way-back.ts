import { useSearchParams } from '@remix-run/react';
import { mondayOf } from '../../../machines/calendar/slots.ts';

/** The board that a form was opened from, with its week, zone and filters; null: it was opened by itself. */
export function useWayBack(): URLSearchParams | null {
  const [params] = useSearchParams();
  const from = params.get('volver');
  return from === null ? null : new URLSearchParams(from);
}

/** The address of the form for an order, which knows the board it is opened from. */
export const creationPath = (order: { type: number; number: string }, boardSearch: string): string => {
  const params = new URLSearchParams(boardSearch);
  for (const dialog of ['orden', 'cliente', 'ticket', 'ayuda', 'visita', 'fila']) params.delete(dialog);
  return `/visit/new/${order.type}/${order.number}?${new URLSearchParams({ volver: params.toString() })}`;
};

/** The same board with the new visit shown on it (ux.md U50). */
export function boardWith(
  board: URLSearchParams | null,
  visit: { id: number; day: string; operation: string },
): string {
  const params = new URLSearchParams(board ?? undefined);
  if (params.get('op') !== visit.operation) {
    params.set('op', visit.operation);
    params.delete('zona');
  }
  params.set('semana', mondayOf(visit.day));
  params.set('visita', String(visit.id));
  params.delete('vista');
  return `/jefetec?${params}`;
}
