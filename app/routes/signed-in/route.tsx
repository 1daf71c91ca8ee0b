import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useMatches,
  useRouteError,
} from '@remix-run/react';
import { maySwitchViews } from '../../../machines/permissions.ts';
import { LiveProvider, useLiveConnection } from '../../live.ts';
import { requireSession, viewPaths } from '../../require-session.ts';
import { Trouble } from '../../ui/trouble.tsx';
import { words } from '../../words.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Header } from './header.tsx';
import styles from './signed-in.module.css';

/** Who is signed in, for the header and the screens below. */
export function loader({ context }: LoaderFunctionArgs) {
  const session = requireSession(context);
  const { actor } = session;
  return {
    username: actor.username,
    fullName: actor.fullName,
    permissions: actor.permissions,
    operations: actor.operations,
    technicianId: actor.technicianId,
    maySwitchViews: maySwitchViews(actor),
    home: viewPaths[session.defaultView] ?? '/jefetec',
  };
}

export type Viewer = ReturnType<typeof loader>;

/** Who is signed in does not change with a filter in the address. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => (currentUrl.pathname === nextUrl.pathname && !formMethod ? false : defaultShouldRevalidate);

/** What a screen tells the frame around it. */
export type ScreenHandle = { title: string; parent?: string; search?: boolean; fixed?: boolean };

export function useScreen(): ScreenHandle {
  const handles = useMatches().map((match) => match.handle as ScreenHandle | undefined);
  return handles.findLast((handle) => handle?.title) ?? { title: words.product };
}

export default function SignedIn() {
  const viewer = useLoaderData<typeof loader>();
  const live = useLiveConnection();
  const screen = useScreen();
  return (
    <LiveProvider value={live}>
      <div className={styles.frame} data-fixed={screen.fixed || undefined}>
        <a href="#main" className={styles.skip}>
          {words.skip}
        </a>
        <Header viewer={viewer} />
        <ConnectionBanner />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <footer className={styles.footer}>{words.product}</footer>
      </div>
    </LiveProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <Trouble
        title={words.trouble.notFoundTitle}
        text={typeof error.data === 'string' && error.data ? error.data : words.trouble.notFound}
        home
      />
    );
  if (isRouteErrorResponse(error) && typeof error.data === 'string')
    return <Trouble title={words.trouble.title} text={error.data} home />;
  return <Trouble title={words.trouble.title} text={words.trouble.unavailable} retry />;
}
