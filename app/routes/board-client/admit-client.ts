import type { LoaderFunctionArgs } from '@remix-run/node';
import { findVersion } from '../../../db/reads/operation-version.ts';
import { type Actor, mayDo, permissions } from '../../../machines/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/refusals.ts';
import { refuseSession } from '../../require-session.ts';

/** What a section of the client dialog answers: what was asked at this version of the operation, or why not. */
export type SectionAnswer<Data> =
  | ({ ok: true; version: number } & Data)
  | { ok: false; unknown: boolean; diagnostic: string };

/** Answers one question about a client to who may ask it (S1 §5, §6): the loader of a section of the client dialog. */
export function aboutClient<Data>(
  ask: (context: LoaderFunctionArgs['context'], actor: Actor, id: string) => Promise<Data | Refusal>,
) {
  return async ({ request, context }: LoaderFunctionArgs): Promise<Response> => {
    const outcome = await admitted(request, context, ask);
    if (!isRefusal(outcome)) return Response.json({ ok: true, ...outcome });
    const { code, text, status } = outcome;
    const body = { ok: false, unknown: code === 'client-unknown', diagnostic: text };
    return Response.json(body, { status });
  };
}

async function admitted<Data>(
  request: Request,
  context: LoaderFunctionArgs['context'],
  ask: (context: LoaderFunctionArgs['context'], actor: Actor, id: string) => Promise<Data | Refusal>,
) {
  if (!context.session) return refuseSession(context);
  const { actor } = context.session;
  if (!mayDo(actor, 'can_query_client')) return refuse(permissions.can_query_client);
  const id = new URL(request.url).searchParams.get('id') ?? '';
  if (!/^\d{11}$/.test(id)) return refuse('check-the-data');
  const operation = id.slice(0, 3);
  if (!actor.operations.includes(operation)) return refuse('client-operation-not-assigned');
  // The version first: what is read after it is at least as new, and news of what came between is asked about again.
  const version = (await findVersion(context.db, operation)) ?? 0;
  const answer = await ask(context, actor, id);
  return isRefusal(answer) ? answer : { version, ...answer };
}
