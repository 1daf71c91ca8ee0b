import './ui/mantine/mantine-base.css';
import 'virtual:theme.css';
import './app.css';

import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { LinksFunction, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from '@remix-run/react';
import { type ReactNode, useContext, useState } from 'react';
import { businessZone, offsetAround } from '../machines/calendar/zone.ts';
import { useRetriedRevalidation } from './data/retry-revalidation.ts';
import { ErrorPage } from './ui/content/error-page.tsx';
import type { PageHandle } from './ui/content/page-handle.ts';
import { Confirmations } from './ui/dialogs/confirmations.tsx';
import { mantineStyles } from './ui/mantine/mantine-styles.ts';
import { NonceContext } from './ui/mantine/nonce.ts';
import { offsetMeta, writeOffset } from './ui/mantine/offset-meta.ts';
import { useColorScheme } from './ui/mantine/use-color-scheme.ts';
import { Toasts } from './ui/toasts/toasts.tsx';
import { errorWords, shellWords } from './words/shell/shell-words.ts';

// In a browser schemas are read as they stand: our policy refuses code that is made on the way, and says so of the try.
// Said where zod looks for it, because a screen without forms does not load zod.
if (typeof document !== 'undefined')
  (globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

export const meta: MetaFunction = () => [{ title: shellWords.product }];

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/app.webmanifest' },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const hasScripts = !useDocumentHas('withoutScripts');
  useColorScheme();
  return (
    <html lang="es-AR" {...mantineHtmlProps} data-respect-reduced-motion>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#053f58" />
        <meta name="description" content={shellWords.description} />
        <meta name={offsetMeta} content={writeOffset(offsetAround(new Date()), businessZone())} />
        <Meta />
        {hasScripts && <ComponentStyles />}
        <Links />
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" suppressHydrationWarning />
      </head>
      <body>
        <p className="old-browser">{shellWords.oldBrowser}</p>
        {children}
        {hasScripts && (
          <>
            <Confirmations />
            <Toasts />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** What a route of the document says, as it was first drawn: a navigation in it changes nothing of that. */
function useDocumentHas(what: keyof PageHandle): boolean {
  const matches = useMatches();
  const [has] = useState(() => matches.some(({ handle }) => (handle as PageHandle | undefined)?.[what]));
  return has;
}

/**
 * The styles of Mantine's components, before all others. A document without Mantine asks for them as for printing, which
 * does not make it wait; from then on they are applied where they are wanted (`mantine-styles.ts`).
 */
function ComponentStyles() {
  const isOnMantine = useDocumentHas('onMantine');
  return <link rel="stylesheet" href={mantineStyles} media={isOnMantine ? 'all' : 'print'} />;
}

export default function App() {
  useRetriedRevalidation();
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404)
    return <ErrorPage title={errorWords.notFoundTitle} text={errorWords.notFound} calm />;
  if (isRouteErrorResponse(error) && typeof error.data === 'string')
    return <ErrorPage title={errorWords.title} text={error.data} home />;
  return <ErrorPage title={errorWords.title} text={errorWords.unavailable} retry />;
}
