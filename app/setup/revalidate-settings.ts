import type { ShouldRevalidateFunction } from '@remix-run/react';

/** What is open in an editor changes the address, not what was loaded; another operation does. */
export const revalidateSettings: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const same = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  return same && currentUrl.searchParams.get('op') === nextUrl.searchParams.get('op')
    ? false
    : defaultShouldRevalidate;
};
