import type { LoaderFunctionArgs } from '@remix-run/node';
import { findVersion } from '../../db/feed/operation-version.ts';
import { listOperations } from '../../db/reads/settings/operation.ts';
import { listSettingEvents, type SettingName } from '../../db/reads/settings/setting-events.ts';
import type { Permission } from '../../machines/access/permissions.ts';
import { requirePermission } from '../require-session.server.ts';

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
  const actor = requirePermission(args.context, permission);
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
