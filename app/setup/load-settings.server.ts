import type { LoaderFunctionArgs } from '@remix-run/node';
import { findVersion } from '../../db/feed/operation-version.ts';
import { listOperations } from '../../db/reads/settings/operation.ts';
import { listSettingEvents, type SettingName } from '../../db/reads/settings/setting-events.ts';
import { type Actor, type Permission, refusedBy } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { requireSession } from '../require-session.server.ts';

/** The signed-in user, who may edit these settings; a user without the permission is refused with 403. */
export function requireEditor({ context }: LoaderFunctionArgs, permission: Permission): Actor {
  const { actor } = requireSession(context);
  const refused = refusedBy(actor, permission);
  if (refused) throw new Response(refuse(refused).text, { status: 403 });
  return actor;
}

/**
 * What every editor of an operation's settings needs: the operations of who asks,
 * the one in the address, its version, and the editor's history.
 * @param implied the operation that the address means where it names none
 */
export async function loadSettings(
  args: LoaderFunctionArgs,
  permission: Permission,
  name: SettingName,
  implied?: string,
) {
  const { request, context } = args;
  const actor = requireEditor(args, permission);
  const code = new URL(request.url).searchParams.get('op');
  const operation = code && actor.operations.includes(code) ? code : (implied ?? actor.operations[0] ?? null);
  // Read before the rest, so that no change between the two is missed.
  const version = operation ? ((await findVersion(context.db, operation)) ?? 0) : 0;
  const [operations, history] = await Promise.all([
    listOperations(context.db, actor.operations),
    operation ? listSettingEvents(context.db, actor, operation, name) : [],
  ]);
  return {
    operations,
    operation: operations.find(({ code }) => code === operation) ?? null,
    version,
    history,
  };
}
