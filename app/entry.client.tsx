import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { knowOffset, knowZone } from '../machines/calendar/zone.ts';
import { pageNonce } from './ui/mantine/nonce.ts';
import { readOffset } from './ui/mantine/offset-meta.ts';

declare global {
  interface Window {
    __webpack_nonce__?: string;
  }
}

// Styles that libraries add later (the scroll lock of a dialog) carry the page's nonce too.
window.__webpack_nonce__ = pageNonce();

const { zone, span } = readOffset(document);
knowZone(zone);
knowOffset(span);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
