import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * What is selected, filtered or open on a screen changes its address, not what was loaded. A form that was sent, and
 * reading the same address again, read it.
 * @param params those of the address that do choose what is loaded
 */
export const revalidateFor =
  (...params: string[]): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) => {
    const isSameScreen = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
    const isSame = (name: string) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name);
    return isSameScreen && !formMethod && params.every(isSame) ? false : defaultShouldRevalidate;
  };
