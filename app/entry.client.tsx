import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { pageNonce } from './ui/nonce.ts';

declare global {
  interface Window {
    __webpack_nonce__?: string;
  }
}

// Styles that libraries add later (the scroll lock of a dialog) carry the page's nonce too.
window.__webpack_nonce__ = pageNonce();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
