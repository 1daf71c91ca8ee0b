import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';

/** Clears the session, then continues to the login. */
export async function action({ context }: ActionFunctionArgs) {
  await context.auth.signOut();
  return redirect('/login');
}

/** Typed into the address bar; a link on another site does not sign anybody out. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = request.headers.get('sec-fetch-site');
  if (site === null || site === 'none' || site === 'same-origin') await context.auth.signOut();
  return redirect('/login');
}
