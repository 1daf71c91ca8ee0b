import type { LoaderFunctionArgs } from '@remix-run/node';
import { askForScreen } from '../../../db/reads/registry.ts';
import { asAnswer } from '../../../machines/wire/refusal.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** `GET /ask/<read>?…`: every read of the registry that a screen asks for. `Shown` of it, or why not. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const answer = await ask({ request, context, params });
  const headers = new Headers({ 'cache-control': 'private, no-store' });
  if (!isRefusal(answer)) return Response.json({ ok: true, ...answer }, { headers });
  const { status, retryAfterSeconds } = answer;
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds));
  return Response.json(asAnswer(answer), { status, headers });
}

async function ask({ request, context, params }: LoaderFunctionArgs) {
  if (!context.session) return refuseSession(context);
  const { db, keys, session } = context;
  const reader = { db, keys, actor: session.actor, now: new Date(), signal: request.signal };
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return askForScreen(params.read!, reader, query, () => context.auth.admitWork());
}
