import type { LoaderFunctionArgs } from '@remix-run/node';
import { readFromStandby } from '../../../db/connection/standby.ts';
import { numberInput } from '../../../db/reads/reports/question.ts';
import { listVisitsBehind } from '../../../db/reads/reports/visits-behind.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { requireReports } from '../../reports/require-reports.server.ts';

/** The visits behind a number of a report: the fields of its call as a query. `{ ok, total, visits }`, or why not. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = requireReports(context);
  const parsed = numberInput.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) return no(422, parsed.error.issues[0]!.message);
  const { of, subsidiaries: operations, ...query } = parsed.data;
  if (operations?.some((code) => !actor.operations.includes(code)))
    return no(403, refuse('operation-not-assigned').text);
  const tooMuch = await context.auth.admitWork();
  if (tooMuch) return no(tooMuch.status, tooMuch.text, tooMuch.retryAfterSeconds);
  const answer = await readFromStandby(context.db, (from) =>
    listVisitsBehind(from, actor, { ...query, operations, subject: of ?? null }),
  );
  return Response.json({ ok: true, ...answer }, { headers });
}

const headers = { 'cache-control': 'private, no-store' };
const no = (status: number, text: string, retryAfterSeconds?: number) =>
  Response.json(
    { ok: false, text },
    {
      status,
      headers: { ...headers, ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}) },
    },
  );
