import type { LoaderFunctionArgs } from '@remix-run/node';
import { askForScreen } from '../../../db/reads/registry.ts';
import { asAnswer } from '../../../machines/wire/refusal.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** `GET /ask/<read>?…`: every read of the registry that a screen asks for. `Shown` of it, or why not. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const answer = await ask({ request, context, params });
  if (isRefusal(answer)) return Response.json(asAnswer(answer), { status: answer.status });
  return Response.json({ ok: true, ...answer });
}

async function ask({ request, context, params }: LoaderFunctionArgs) {
  if (!context.session) return refuseSession(context);
  const asker = { db: context.db, actor: context.session.actor, now: new Date(), signal: request.signal };
  return askForScreen(params.read!, asker, Object.fromEntries(new URL(request.url).searchParams));
}
