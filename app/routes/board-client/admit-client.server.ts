import type { LoaderFunctionArgs } from '@remix-run/node';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { clientPage } from '../../../db/reads/orders/client.ts';
import { type Actor, mayDo, permissions } from '../../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** What a section of the client dialog answers: what was asked at this version of the operation, or why not. */
export type SectionAnswer<Data> =
  | ({ ok: true; version: number } & Data)
  | { ok: false; unknown: boolean; diagnostic: string };

/** A list of a client of which so many pages were asked for; `more`: there is another. */
export async function pagesOf<Row>(
  pages: number,
  read: (part: { offset: number; limit: number }) => Promise<Row[]>,
  page: number = clientPage,
): Promise<{ rows: Row[]; more: boolean }> {
  const limit = pages * page;
  const rows = await read({ offset: 0, limit: limit + 1 });
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** `pages`: how many pages of a list, from 1. */
type Ask<Data> = (
  context: LoaderFunctionArgs['context'],
  actor: Actor,
  id: string,
  pages: number,
) => Promise<Data | Refusal>;

/** Answers one question about a client to who may ask it (S1 §5, §6): the loader of a section of the client dialog. */
export function aboutClient<Data>(ask: Ask<Data>) {
  return async ({ request, context }: LoaderFunctionArgs): Promise<Response> => {
    const outcome = await admitted(request, context, ask);
    if (!isRefusal(outcome)) return Response.json({ ok: true, ...outcome });
    const { code, text, status } = outcome;
    const body = { ok: false, unknown: code === 'client-unknown', diagnostic: text };
    return Response.json(body, { status });
  };
}

async function admitted<Data>(request: Request, context: LoaderFunctionArgs['context'], ask: Ask<Data>) {
  if (!context.session) return refuseSession(context);
  const { actor } = context.session;
  if (!mayDo(actor, 'can_query_client')) return refuse(permissions.can_query_client);
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('id') ?? '';
  const pages = searchParams.get('pages') ?? '1';
  if (!/^\d{11}$/.test(id) || !/^[1-9]\d{0,3}$/.test(pages)) return refuse('check-the-data');
  const operation = id.slice(0, 3);
  if (!actor.operations.includes(operation)) return refuse('client-operation-not-assigned');
  // The version first: what is read after it is at least as new, and news of what came between is asked about again.
  const version = (await findVersion(context.db, operation)) ?? 0;
  const answer = await ask(context, actor, id, Number(pages));
  return isRefusal(answer) ? answer : { version, ...answer };
}
