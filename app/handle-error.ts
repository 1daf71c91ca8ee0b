import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';

/** Every accident of a screen is logged once, here; refusals and redirects are answers, not accidents. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log.error({ err: error, path: new URL(request.url).pathname }, 'screen failed');
}
