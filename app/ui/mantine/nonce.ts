import { createContext } from 'react';

/** The nonce of the page being rendered; empty in the browser, which hides nonces from scripts. */
export const NonceContext = createContext('');

/** In the browser: the page's nonce, which scripts may read and markup does not show. In development none is needed. */
export const pageNonce = (): string =>
  import.meta.env.DEV ? '' : (document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '');
