import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { findPicture } from '../../../db/reads/people/profile.ts';
import { refuseSession } from '../../require-session.server.ts';

/** The profile picture of who is signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.session) return new Response(null, { status: refuseSession(context).status });
  const picture = await findPicture(context.db, context.session.actor.userId);
  if (!picture) return new Response(null, { status: 404 });
  const tag = `"${createHash('md5').update(picture).digest('hex')}"`;
  const headers = { 'content-type': 'image/webp', 'cache-control': 'private, no-cache', etag: tag };
  if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(picture), { headers });
}
