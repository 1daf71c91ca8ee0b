import type { LoaderFunctionArgs } from '@remix-run/node';
import { questionOf, reportInput } from '../../../db/reads/reports/question.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { refuse } from '../../../machines/refusals.ts';
import { type ReportName, reports } from '../../../machines/reports.ts';
import { requireReports } from '../../reports/require-reports.ts';

/** A report's rows for its screen: the fields of its call as a query. `{ ok, rows }`, or why not. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireReports(context);
  const name = params.report as ReportName;
  if (!Object.hasOwn(reports, name)) return no(404, refuse('call-unknown').text);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const parsed = reportInput[reports[name].asks].safeParse(query);
  if (!parsed.success) return no(422, parsed.error.issues[0]!.message);
  const question = questionOf(parsed.data);
  if (question.operations?.some((code) => !actor.operations.includes(code)))
    return no(403, refuse('operation-not-assigned').text);
  const rows = await readReport(context.db, actor, name, {
    operations: question.operations,
    month: question.month ?? '',
    timeframe: question.timeframe ?? 'all',
    now: new Date(),
  });
  return Response.json({ ok: true, rows }, { headers: { 'cache-control': 'private, no-store' } });
}

const no = (status: number, text: string) => Response.json({ ok: false, text }, { status });
