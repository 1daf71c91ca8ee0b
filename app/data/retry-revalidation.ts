import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/** Between two tries, on average: screens of one office do not come back in the same moment. */
const againMs = 2_000;

/** Of the screen that is shown, where the router reads its data. */
let shown: string | undefined;

/**
 * Reading the shown screen again, for a colleague's change or after a form, is tried until it is answered, as `useRead`
 * does. The router would put an error in the screen's place where the server is restarting or the network gone, and what
 * is being typed would be lost. It has no setting for that, so its requests are recognised by their address. A refusal
 * (403, 404) is an answer; reading another screen fails at once, and offers to try again.
 */
export function useRetriedRevalidation(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shown = dataAddress(pathname, new URLSearchParams(search));
  }, [pathname, search]);
  useEffect(() => {
    const plain = window.fetch;
    window.fetch = (input, options) =>
      isRevalidation(input, options) ? readAgain(plain, input, options) : plain(input, options);
    return () => {
      window.fetch = plain;
    };
  }, []);
}

/** As the router's `singleFetchUrl` makes it, the parameters as `URLSearchParams` writes them. */
const dataAddress = (pathname: string, search: URLSearchParams) =>
  `${pathname === '/' ? '/_root' : pathname.replace(/\/$/, '')}.data?${search}`;

function isRevalidation(input: RequestInfo | URL, options: RequestInit | undefined): boolean {
  if (!(input instanceof URL) || (options?.method ?? 'GET') !== 'GET') return false;
  const search = new URLSearchParams(input.search);
  // Which of the screen's routes are read.
  search.delete('_routes');
  return `${input.pathname}?${search}` === shown;
}

async function readAgain(plain: typeof fetch, input: RequestInfo | URL, options: RequestInit | undefined) {
  for (;;) {
    try {
      const response = await plain(input, options);
      const whole = response.clone();
      // Throws where the answer is cut off.
      await response.arrayBuffer();
      if (response.status < 500) return whole;
    } catch (error) {
      if (options?.signal?.aborted) throw error;
    }
    await new Promise((resume) => setTimeout(resume, againMs * (0.5 + Math.random())));
    options?.signal?.throwIfAborted();
  }
}
