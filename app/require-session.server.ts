import { redirect } from '@remix-run/node';
import { admitKey } from '../db/commands/idempotency-key.ts';
import type { Session } from '../db/reads/people/session.ts';
import type { Context } from '../db/record/transact.ts';
import type { RequestContext } from '../db/request-context.ts';
import { type Actor, type Permission, refusedBy } from '../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../machines/words/refusals.ts';

/**
 * The session of a protected screen; without one the answer is the login, and one
 * that is over is cleared (S1 §4 'Session', §8); before a temporary password was changed, that change.
 */
export function requireSession(context: RequestContext): Session {
  if (context.mustChange) throw redirect('/password');
  if (!context.session)
    throw redirect('/login', context.forget ? { headers: { 'set-cookie': context.forget } } : undefined);
  return context.session;
}

/** The signed-in user of a screen that needs a permission; a user without it reads why, inside the frame (S2 §6). */
export function requirePermission(context: RequestContext, permission: Permission): Actor {
  const { actor } = requireSession(context);
  const refused = refusedBy(actor, permission);
  if (refused) throw new Response(refuse(refused).text, { status: 403 });
  return actor;
}

/** The context of a command that a screen sends on behalf of who is signed in; or why its Idempotency-Key is none. */
export function commandContext(context: RequestContext, request: Request): Context | Refusal {
  const { actor, id } = requireSession(context);
  const key = admitKey(request.headers.get('idempotency-key'));
  if (isRefusal(key)) return key;
  const { db, keys, from, privateWebhooks } = context;
  return { db, actor, key, keys, from, privateWebhooks, session: id };
}

/** Why a request of a screen, which follows no redirect, is refused without a session. */
export const refuseSession = (context: RequestContext): Refusal =>
  refuse(context.mustChange ? 'password-change-required' : 'no-session');

/** The default view by its path (S1 §2 'index'). */
export const viewPaths: Record<string, string> = {
  index_jefetec: '/jefetec',
  index_calendario: '/calendario',
  index_tecnico: '/tecnico',
};
