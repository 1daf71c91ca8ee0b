import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useNavigation,
  useRouteError,
} from '@remix-run/react';
import { type ReactNode, useRef } from 'react';
import { useAddress } from '../../board/use-address.ts';
import { LiveProvider, useLiveConnection } from '../../data/live.ts';
import { StepsProvider } from '../../offline/steps.tsx';
import { LazyOwnChangesDialog } from '../../own-changes/lazy-own-changes-dialog.tsx';
import { EarlyPaletteKey } from '../../palette/early-palette-key.tsx';
import { useLazyPalette } from '../../palette/lazy-palette.tsx';
import { openPalette } from '../../palette/palette-asked.ts';
import { LazyShortcutsDialog } from '../../shortcuts/lazy-shortcuts-dialog.tsx';
import { ShortcutsProvider, useSingleKey } from '../../shortcuts/shortcuts.tsx';
import { ErrorInFrame, ErrorPage } from '../../ui/content/error-page.tsx';
import { wasNotAnswered } from '../../ui/hooks/was-not-answered.ts';
import { errorWords, shellWords } from '../../words/shell/shell-words.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Header } from './header.tsx';
import { loadViewer, type Viewer } from './load-viewer.server.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { NewVersion } from './new-version.tsx';
import { useScreen, useViewer } from './screen.ts';
import styles from './signed-in.module.css';
import { SkipLinks } from './skip-links.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

/** Who is signed in, for the header and the screens below. */
export const loader = loadViewer;

/** Who is signed in does not change with a filter in the address. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) => {
  if (wasNotAnswered(actionResult)) return false;
  const filtered = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return filtered && !formMethod ? false : defaultShouldRevalidate;
};

export default function SignedIn() {
  return (
    <Frame viewer={useLoaderData<typeof loader>()}>
      <Outlet />
    </Frame>
  );
}

/** What stands around every screen: the header, the connection, the palette and the shortcuts. */
function Frame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const live = useLiveConnection(viewer.drawnAt, useSessionEnded());
  const screen = useScreen();
  useFocusOnArrival();
  return (
    <LiveProvider value={live}>
      <Steps viewer={viewer}>
        <ShortcutsProvider singleKeys={viewer.preferences.singleKeys !== false}>
          <div className={styles.frame} data-fixed={screen.fixed || undefined}>
            <SkipLinks />
            <NavigationBar />
            <Header viewer={viewer} />
            <ConnectionBanner />
            <NewVersion />
            <main id="main" className={styles.main} tabIndex={-1} aria-labelledby="screen-title">
              {children}
            </main>
            <footer className={styles.footer}>{shellWords.product}</footer>
          </div>
          <Help viewer={viewer} />
        </ShortcutsProvider>
      </Steps>
    </LiveProvider>
  );
}

/** Leaves for the login, once: signing out leads there by itself, and a second load would take what is typed into it. */
function useSessionEnded(): () => void {
  const leaving = useRef(false);
  leaving.current = useNavigation().formAction === '/logout';
  return () => {
    if (!leaving.current) window.location.assign('/login');
  };
}

/** What a technician does is kept on the device until it has arrived. */
const Steps = ({ viewer, children }: { viewer: Viewer; children: ReactNode }) =>
  viewer.technicianId === null ? (
    children
  ) : (
    <StepsProvider key={viewer.userId} userId={viewer.userId}>
      {children}
    </StepsProvider>
  );

/** The palette (`/`, Ctrl+K), the shortcuts (`?ayuda=atajos`) and one's last changes (`?ayuda=cambios`), on every screen. */
function Help({ viewer }: { viewer: Viewer }) {
  const { search, set, shut } = useAddress();
  const shown = new URLSearchParams(search).get('ayuda');
  const close = () => shut({ ayuda: null });
  const show = () => set({ ayuda: 'atajos' }, { step: true });
  useSingleKey('?', show);
  useSingleKey('/', openPalette);
  const palette = useLazyPalette(viewer, show);
  return (
    <>
      <EarlyPaletteKey />
      {palette}
      <LazyShortcutsDialog opened={shown === 'atajos'} close={close} />
      <LazyOwnChangesDialog opened={shown === 'cambios'} close={close} />
    </>
  );
}

/** A screen that failed keeps the frame around it; without who is signed in there is none. */
export function ErrorBoundary() {
  const error = useRouteError();
  const viewer = useViewer() as Viewer | undefined;
  const message = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : '';
  const problem =
    isRouteErrorResponse(error) && error.status === 404
      ? { title: errorWords.notFoundTitle, text: message || errorWords.notFound, calm: true }
      : {
          title: errorWords.title,
          text: message || errorWords.unavailable,
          home: !!message,
          retry: !message,
        };
  if (!viewer) return <ErrorPage {...problem} />;
  return (
    <Frame viewer={viewer}>
      <ErrorInFrame {...problem} />
    </Frame>
  );
}
