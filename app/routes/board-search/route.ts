import type { LoaderFunctionArgs } from '@remix-run/node';
import { cancellable } from '../../../db/connection/cancellable.ts';
import { readFromStandby } from '../../../db/connection/standby.ts';
import { findAnything } from '../../../db/reads/search/find-anything.ts';
import type { Found } from '../../../db/reads/search/found.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** What was found by `text`, or why not. */
export type SearchAnswer =
  | { ok: true; text: string; items: Found[] }
  | { ok: false; text: string; diagnostic: string };

/** Anything by what is known of it, at `?text=` (contract §11 'search'). It ends in the database too when its reader leaves. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const text = new URL(request.url).searchParams.get('text') ?? '';
  const result = await find(text, request.signal, context);
  if (!isRefusal(result)) return answer({ ok: true, text, items: result });
  return answer({ ok: false, text, diagnostic: result.text }, result.status);
}

async function find(
  text: string,
  signal: AbortSignal,
  context: LoaderFunctionArgs['context'],
): Promise<Found[] | Refusal> {
  if (!context.session) return refuseSession(context);
  const { actor } = context.session;
  const items = await readFromStandby(context.db, (from) =>
    cancellable(from, signal, (db) => findAnything(db, actor, text)),
  );
  return items ?? refuse('search-too-short');
}

const answer = (body: SearchAnswer, status = 200) => Response.json(body, { status });
