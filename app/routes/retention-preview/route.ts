import type { LoaderFunctionArgs } from '@remix-run/node';
import { setRetentionInput } from '../../../db/commands/retention/set-retention-input.ts';
import { foreseeForgetting } from '../../../db/reads/settings/retention.ts';
import { parseInput, refuseInput } from '../../../db/record/transact.ts';
import { refusedBy } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** Until when orders were closed, as an ISO instant, and how many of them have data that would be deleted. */
export type Foreseen = { ok: true; before: string; orders: number } | { ok: false; text: string };

const asked = setRetentionInput.pick({ subsidiary_id: true, months: true });

/** What the next pass would delete, if an operation kept its customers' data for so many months: `?op=114&months=36`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.session) return answer(refuseSession(context));
  const { actor } = context.session;
  const refused = refusedBy(actor, 'can_manage_users');
  if (refused) return answer(refuse(refused));
  const params = new URL(request.url).searchParams;
  const parsed = parseInput(asked, {
    subsidiary_id: params.get('op') ?? '',
    months: params.get('months') ?? '',
  });
  if (!parsed.success) return answer(refuseInput(parsed.error));
  const { subsidiary_id: operation, months } = parsed.data;
  if (!actor.operations.includes(operation)) return answer(refuse('operation-not-assigned'));
  const { before, orders } = await foreseeForgetting(context.db, operation, months!);
  return Response.json({ ok: true, before: before.toISOString(), orders } satisfies Foreseen);
}

const answer = ({ status, text }: Refusal) =>
  Response.json({ ok: false, text } satisfies Foreseen, { status });
