import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireSession, viewPaths } from '../../require-session.server.ts';

/** '/' goes to the view that the profile names; without a session, to the login. */
export function loader({ context }: LoaderFunctionArgs) {
  const session = requireSession(context);
  return redirect(viewPaths[session.defaultView] ?? '/login');
}
