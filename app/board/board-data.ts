import { type LoaderFunctionArgs, redirect, type SerializeFrom } from '@remix-run/node';
import type { Db } from '../../db/connection/open.ts';
import { findVersion } from '../../db/feed/operation-version.ts';
import { readCrew } from '../../db/reads/people/crew.ts';
import { listOperations, listSlots, listZones, readBoardNames } from '../../db/reads/settings/operation.ts';
import { readPreferences } from '../../machines/access/preferences.ts';
import { today } from '../../machines/calendar/slots.ts';
import { requireSession } from '../require-session.ts';
import { operationsIn, shownOperations } from './shown-operations.ts';

/**
 * What a board needs once: the operations of who asks, and the zones, slots and names of the chosen one, in `others`
 * those of what is shown beside it. Visits and orders come live.
 */
export async function loadBoard({ request, context }: LoaderFunctionArgs) {
  const { actor, preferences } = requireSession(context);
  const { pathname, search, searchParams } = new URL(request.url);
  // A bare address is where the user left it (ux.md U16); one that says anything says all.
  const view = pathname === '/calendario' ? 'calendario' : 'jefetec';
  const left = search === '' && readPreferences(preferences)[view];
  if (left) throw redirect(`${pathname}?${left.replaceAll('%2C', ',')}`);
  const asked = searchParams.get('op');
  const [operation = null, ...beside] = shownOperations(asked, actor.operations);
  // Of several those that the user has not are dropped: the address says what is shown.
  const shown = [operation, ...beside].join(',');
  if (operation && operationsIn(asked).length > 1 && asked !== shown) {
    searchParams.set('op', shown);
    throw redirect(`${pathname}?${readable(searchParams)}`);
  }
  const [operations, board, ...others] = await Promise.all([
    listOperations(context.db, actor.operations),
    // The dispatcher's board shows who works, the one that is only read does not.
    operation ? readBoard(context.db, operation, view === 'jefetec') : null,
    ...beside.map((code) => readBoard(context.db, code, false)),
  ]);
  return { today: today(new Date()), operations, board, ...(others.length > 0 ? { others } : {}) };
}

const readable = (params: URLSearchParams) => params.toString().replaceAll('%2C', ',');

async function readBoard(db: Db, operation: string, withCrew: boolean) {
  // Read before the rest, so that no change between the two is missed.
  const version = (await findVersion(db, operation)) ?? 0;
  const [zones, slots, names, crew] = await Promise.all([
    listZones(db, [operation]),
    listSlots(db, [operation]),
    readBoardNames(db, operation),
    withCrew ? readCrew(db, operation) : null,
  ]);
  return { operation, version, zones, slots, names, crew };
}

export type BoardData = SerializeFrom<typeof loadBoard>;
/** What a board needs of one operation. */
export type OperationBoard = NonNullable<BoardData['board']>;
