import { redirect } from '@remix-run/node';
import type { Session } from '../db/reads/people/session.ts';
import type { RequestContext } from '../db/request-context.ts';
import { isViewId, viewPath } from '../machines/access/saved-views.ts';
import { requireSession } from './require-session.server.ts';

const name = 'volver';
const wallParams: [name: string, value: RegExp][] = [
  ['op', /^[0-9]{3}(,[0-9]{3}){0,99}$/],
  ['segundos', /^[0-9]{1,3}$/],
  ['tema', /^claro$/],
];

/**
 * The session of a screen that is opened by a link from outside, or by a device that starts: without one the sign-in
 * leads back to it.
 */
export function requireSessionHere(context: RequestContext, request: Request): Session {
  const { pathname, search } = new URL(request.url);
  const back = knownPath(`${pathname}${search}`);
  if (context.session || context.mustChange || !back) return requireSession(context);
  const headers = context.forget ? { headers: { 'set-cookie': context.forget } } : undefined;
  throw redirect(loginFor(back), headers);
}

/** The address of the login that leads to this one afterwards. */
export const loginFor = (path: string): string => `/login?${new URLSearchParams({ [name]: path })}`;

/** Where the login's address says that a sign-in leads; null: to the user's own view. */
export const returnPathOf = (request: Request): string | null =>
  knownPath(new URL(request.url).searchParams.get(name) ?? '');

/** A saved view or the wall, made anew of known parts: nothing else is led to, in the product or out of it. */
function knownPath(text: string): string | null {
  const at = text.indexOf('?');
  const pathname = at < 0 ? text : text.slice(0, at);
  const id = pathname.startsWith(viewPath('')) ? pathname.slice(viewPath('').length) : '';
  if (isViewId(id)) return viewPath(id);
  if (pathname !== '/pizarra') return null;
  const params = new URLSearchParams(at < 0 ? '' : text.slice(at));
  const parts = wallParams.flatMap(([param, value]) => {
    const given = params.get(param);
    return given !== null && value.test(given) ? [`${param}=${given}`] : [];
  });
  return ['/pizarra', parts.join('&')].filter(Boolean).join('?');
}
