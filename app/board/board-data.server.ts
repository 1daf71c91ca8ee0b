import { type LoaderFunctionArgs, redirect, type SerializeFrom } from '@remix-run/node';
import type { Db } from '../../db/connection/open.ts';
import { findVersion } from '../../db/feed/operation-version.ts';
import { listPendingOrders } from '../../db/reads/orders/pending-orders.ts';
import { readCrew } from '../../db/reads/people/crew.ts';
import type { Session } from '../../db/reads/people/session.ts';
import { findDefaultView, findView } from '../../db/reads/saved-views/saved-views.ts';
import { listOperations, listSlots, listZones, readBoardNames } from '../../db/reads/settings/operation.ts';
import type { RequestContext } from '../../db/request-context.ts';
import { readPreferences } from '../../machines/access/preferences.ts';
import { addressOfView, type SavedBoard, viewParam } from '../../machines/access/saved-views.ts';
import { hourOf, today } from '../../machines/calendar/slots.ts';
import type { SentOrders } from '../data/orders-view.ts';
import { type SentWeeks, weeksToRead } from '../data/week-view.ts';
import { requireSession } from '../require-session.server.ts';
import { orderQueryOf, readBoardParams } from './board-params.ts';
import { readDayParams } from './day/day-params.ts';
import type { AnyView } from './saved-views/shown-view.ts';
import { operationsIn, shownOperations } from './shown-operations.ts';

/**
 * What a board needs once: the operations of who asks, and the zones, slots and names of the chosen one, in `others`
 * those of what is shown beside it, and in `elsewhere` what the user has in another installation. Visits and orders
 * come live, but for the week and the first orders that a document is drawn with (`sentWeeks`, `sentOrders`).
 */
export async function loadBoard({ request, context }: LoaderFunctionArgs) {
  const session = requireSession(context);
  const { actor, elsewhere } = session;
  const { pathname, search, searchParams } = new URL(request.url);
  const view = pathname === '/calendario' ? 'calendario' : 'jefetec';
  // One that says anything says all.
  const meant = search === '' && (await addressOfBare(context.db, session, view));
  if (meant) throw redirect(meant);
  // One that has just left may still be among the actor's.
  const here = actor.operations.filter((code) => !elsewhere.includes(code));
  const codes = searchParams.get('op');
  const [operation = null, ...beside] = shownOperations(codes, here);
  // Of several those that the user has not are dropped: the address says what is shown.
  const shown = [operation, ...beside].join(',');
  if (operation && operationsIn(codes).length > 1 && codes !== shown) {
    searchParams.set('op', shown);
    throw redirect(`${pathname}?${readable(searchParams)}`);
  }
  const at = new Date();
  const now = today(at);
  const [operations, operationsElsewhere, shared, sentWeeks, sentOrders, board, ...others] =
    await Promise.all([
      listOperations(context.db, here),
      elsewhere.length > 0 ? listOperations(context.db, elsewhere) : null,
      findShared(context.db, searchParams.get(viewParam), actor.userId),
      // Without it the calendar reads its week by itself, and says why it cannot.
      operation && isDocument(request) ? readWeeks(context, operation, search, now).catch(() => null) : null,
      operation && isDocument(request) && view === 'jefetec'
        ? readFirstOrders(context.db, operation, search, now).catch(() => null)
        : null,
      // The dispatcher's board shows who works, the one that is only read does not.
      operation ? readBoard(context.db, operation, view === 'jefetec') : null,
      ...beside.map((code) => readBoard(context.db, code, false)),
    ]);
  return {
    today: now,
    hour: hourOf(at),
    operations,
    shared,
    sentWeeks,
    sentOrders,
    board,
    ...(others.length > 0 ? { others } : {}),
    ...(operationsElsewhere ? { elsewhere: operationsElsewhere } : {}),
  };
}

/**
 * Whether a browser loads a page, and not the data of one that it shows. Sec-Fetch-Dest does not say so once a service
 * worker has passed the request on.
 */
const isDocument = (request: Request) => request.headers.get('accept')?.includes('text/html') ?? false;

/**
 * The week that the document is drawn with, so that its first visits are read before any script has run. None where it
 * is not what is shown, and where one of its visits or places is sought: that draws all of it, which costs the server.
 */
async function readWeeks(
  context: RequestContext,
  operation: string,
  search: string,
  today: string,
): Promise<SentWeeks | null> {
  const params = readBoardParams(search, today);
  const isSought = params.foundVisit !== null || params.visit !== null || params.creating !== null;
  if (readDayParams(search, today).shown || isSought) return null;
  const { week: from } = params;
  const texts = await Promise.all(weeksToRead(from, today).map((day) => context.weekText(operation, day)));
  return texts.every((text) => text !== undefined) ? { operation, from, texts } : null;
}

/** As many as a screen of 768 pixels shows of the list. */
const firstOrders = 14;

/** The first orders of the dispatcher's list, that are read before any script has run. None where it is hidden. */
async function readFirstOrders(
  db: Db,
  operation: string,
  search: string,
  today: string,
): Promise<SentOrders | null> {
  const params = readBoardParams(search, today);
  if (params.listHidden) return null;
  const query = orderQueryOf(operation, params);
  const { orders, total } = await listPendingOrders(db, {
    ...{ operation, mode: query.mode, zoneId: query.zone, orderType: query.type },
    ...{ showContractors: query.contractors, unscheduledOnly: query.unscheduledOnly },
    ...{ offset: 0, most: firstOrders },
  });
  return { query, text: JSON.stringify(orders), total };
}

/** What a bare address means: the user's default view, else how they left the board (ux.md U16). */
async function addressOfBare(
  db: Db,
  { actor, preferences }: Session,
  board: SavedBoard,
): Promise<string | null> {
  const view = await findDefaultView(db, actor.userId);
  if (view?.board === board) return addressOfView(view, { operations: actor.operations, boards: [board] });
  const left = readPreferences(preferences)[board];
  return left ? `/${board}?${left.replaceAll('%2C', ',')}` : null;
}

/** The view of another user that the board was opened by. */
async function findShared(db: Db, id: string | null, userId: number): Promise<AnyView | null> {
  const view = id ? await findView(db, id) : undefined;
  if (!view || view.userId === userId) return null;
  const { userId: _, isDefault: __, ...shared } = view;
  return shared;
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
