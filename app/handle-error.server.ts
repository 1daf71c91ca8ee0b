import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';

/**
 * Every accident of a screen is logged once, here; refusals and redirects are answers, not accidents, and neither is what
 * the client asks wrongly.
 */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || isRouteErrorResponse(error) || isOldData(error, request)) return;
  context.log.error({ err: error, path: new URL(request.url).pathname }, 'screen failed');
}

/** Remix's warning of a request as its first version made them: the screens make none, so that a client invented it. */
const isOldData = (error: unknown, { url }: Request): boolean =>
  error instanceof Error &&
  error.message.startsWith('Warning: Single fetch') &&
  new URL(url).searchParams.has('_data');
