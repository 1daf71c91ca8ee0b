import { type LoaderFunctionArgs, redirect, type SerializeFrom } from '@remix-run/node';
import { findVersion } from '../../db/feed/operation-version.ts';
import { readCrew } from '../../db/reads/people/crew.ts';
import { listOperations, listSlots, listZones, readBoardNames } from '../../db/reads/settings/operation.ts';
import { readPreferences } from '../../machines/access/preferences.ts';
import { today } from '../../machines/calendar/slots.ts';
import { requireSession } from '../require-session.ts';

/** What a board needs once: the operations of who asks, and the chosen one's zones, slots and names. Visits and orders come live. */
export async function loadBoard({ request, context }: LoaderFunctionArgs) {
  const { actor, preferences } = requireSession(context);
  const { pathname, search, searchParams } = new URL(request.url);
  // A bare address is where the user left it (ux.md U16); one that says anything says all.
  const view = pathname === '/calendario' ? 'calendario' : 'jefetec';
  const left = search === '' && readPreferences(preferences)[view];
  if (left) throw redirect(`${pathname}?${left}`);
  const asked = searchParams.get('op');
  const operation = asked && actor.operations.includes(asked) ? asked : (actor.operations[0] ?? null);
  // Read before the rest, so that no change between the two is missed.
  const version = operation ? ((await findVersion(context.db, operation)) ?? 0) : 0;
  const [operations, board] = await Promise.all([
    listOperations(context.db, actor.operations),
    operation
      ? Promise.all([
          listZones(context.db, [operation]),
          listSlots(context.db, [operation]),
          readBoardNames(context.db, operation),
          // The dispatcher's board shows who works, the one that is only read does not.
          view === 'jefetec' ? readCrew(context.db, operation) : null,
        ])
      : null,
  ]);
  return {
    today: today(new Date()),
    operations,
    board:
      operation && board
        ? { operation, version, zones: board[0], slots: board[1], names: board[2], crew: board[3] }
        : null,
  };
}

export type BoardData = SerializeFrom<typeof loadBoard>;
