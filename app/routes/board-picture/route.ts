import type { LoaderFunctionArgs } from '@remix-run/node';
import { findPicture } from '../../../db/reads/profile.ts';

/** The profile picture of who is signed in. */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.session) return new Response(null, { status: 401 });
  const picture = await findPicture(context.db, context.session.actor.userId);
  if (!picture) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'private, max-age=300' },
  });
}
