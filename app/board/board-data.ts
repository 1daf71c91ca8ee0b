import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import type { ShouldRevalidateFunction } from '@remix-run/react';
import { listOperations, listSlots, listZones, readBoardNames } from '../../db/reads/operation.ts';
import { today } from '../../machines/slots.ts';
import { requireSession } from '../require-session.ts';

/** What a board needs once: the operations of who asks, and the chosen one's zones, slots and names. Visits and orders come live. */
export async function loadBoard({ request, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const asked = new URL(request.url).searchParams.get('op');
  const operation = asked && actor.operations.includes(asked) ? asked : (actor.operations[0] ?? null);
  const [operations, board] = await Promise.all([
    listOperations(context.db, actor.operations),
    operation
      ? Promise.all([
          listZones(context.db, [operation]),
          listSlots(context.db, [operation]),
          readBoardNames(context.db, operation),
        ])
      : null,
  ]);
  return {
    today: today(new Date()),
    operations,
    board: operation && board ? { operation, zones: board[0], slots: board[1], names: board[2] } : null,
  };
}

export type BoardData = SerializeFrom<typeof loadBoard>;

/** A filter, a week or a dialog changes the address, not what the board was loaded for. */
export const revalidateBoard: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  if (formMethod) return defaultShouldRevalidate;
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  return currentUrl.searchParams.get('op') !== nextUrl.searchParams.get('op');
};
