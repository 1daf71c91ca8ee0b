import type { LoaderFunctionArgs } from '@remix-run/node';
import { listViews } from '../../../db/reads/saved-views/saved-views.ts';
import { listOperations } from '../../../db/reads/settings/operation.ts';
import { maySwitchViews } from '../../../machines/access/permissions.ts';
import { readPreferences } from '../../../machines/access/preferences.ts';
import { boardsOf } from '../../../machines/access/saved-views.ts';
import { viewPaths } from '../../require-session.server.ts';
import { requireSessionHere } from '../../return-path.server.ts';

/** Who is signed in, for the header and the screens below. */
export async function loadViewer({ request, context, params }: LoaderFunctionArgs) {
  // An address that is no screen (app/routes/not-found): a sign-in would not lead to it either.
  if (params['*'] !== undefined && (!context.session || context.mustChange))
    throw new Response('', { status: 404 });
  const session = requireSessionHere(context, request);
  const { actor } = session;
  const boards = boardsOf({ ...actor, defaultView: session.defaultView });
  const [operations, views] = await Promise.all([
    listOperations(context.db, actor.operations),
    boards.length > 0 ? listViews(context.db, actor.userId) : [],
  ]);
  return {
    userId: actor.userId,
    username: actor.username,
    fullName: actor.fullName,
    permissions: actor.permissions,
    operations: actor.operations,
    operationNames: Object.fromEntries(operations.map(({ code, name }) => [code, name])) as Record<
      string,
      string
    >,
    technicianId: actor.technicianId,
    /** Those that they work on, and their views of them. */
    boards,
    views,
    /** What this browser subscribes to push messages with, and for which session; null: none are for this user. */
    push: actor.technicianId === null ? null : { key: context.pushKey, session: session.id },
    hasPicture: session.hasPicture,
    preferences: readPreferences(session.preferences),
    maySwitchViews: maySwitchViews(actor),
    /** In milliseconds. */
    drawnAt: Date.now(),
    home: viewPaths[session.defaultView] ?? '/jefetec',
  };
}

export type Viewer = Awaited<ReturnType<typeof loadViewer>>;
