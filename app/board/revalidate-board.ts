import type { ShouldRevalidateFunction } from '@remix-run/react';

/** A filter, a week or a dialog changes the address, not what the board was loaded for. */
export const revalidateBoard: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  if (formMethod) return defaultShouldRevalidate;
  // The same address: the changes were too many to send.
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate;
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  return currentUrl.searchParams.get('op') !== nextUrl.searchParams.get('op');
};
