import type { LoaderFunctionArgs } from '@remix-run/node';
import { findLogo } from '../../../db/reads/settings/logo.ts';

/** A company's logo, for the customer's page, which has no session. What is under a name never changes. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const hash = params.hash ?? '';
  const picture = /^[0-9a-f]{32}$/.test(hash) ? await findLogo(context.db, hash) : undefined;
  if (!picture) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
