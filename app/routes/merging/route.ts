import type { LoaderFunctionArgs } from '@remix-run/node';
import { mergeNamesInput } from '../../../db/commands/catalogue/merge-names-input.ts';
import { type ForeseenMerge, foreseeMerge } from '../../../db/reads/catalogue/foresee-merge.ts';
import { listOtherNames } from '../../../db/reads/catalogue/list-other-names.ts';
import { parseInput, refuseInput } from '../../../db/record/transact.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** The names into which one can be merged, or what merging it into one of them would move. */
export type MergingAnswer =
  | { ok: true; others: { id: number; name: string }[] }
  | { ok: true; foreseen: ForeseenMerge }
  | { ok: false; text: string };

const mergeInput = mergeNamesInput.partial({ into: true });

/** `?kind=symptom&from=12`, and `&into=3` once a name is chosen. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  if (!context.session) return refused(refuseSession(context));
  const { db } = context;
  const { actor } = context.session;
  const parsed = parseInput(mergeInput, Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) return refused(refuseInput(parsed.error));
  const { kind, from, into } = parsed.data;
  if (into === undefined)
    return Response.json({ ok: true, others: await listOtherNames(db, actor, { kind, id: from }) });
  const foreseen = await foreseeMerge(db, actor, { kind, from, into });
  return isRefusal(foreseen) ? refused(foreseen) : Response.json({ ok: true, foreseen });
}

const refused = ({ status, text }: Refusal) =>
  Response.json({ ok: false, text } satisfies MergingAnswer, { status });
