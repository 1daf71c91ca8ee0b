import type { LoaderFunctionArgs } from '@remix-run/node';
import { askReport, type ReportAnswer } from '../../../db/commands/reports/ask-report.ts';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { questionOf, reportInput } from '../../../db/reads/reports/question.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { admitOperations } from '../../../machines/access/permissions.ts';
import { isMonthly, reports } from '../../../machines/report/reports.ts';
import { isOwnName } from '../../../machines/wire/own-entry.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { requirePermission } from '../../require-session.server.ts';
import { reportsWords } from '../../words/shell/reports-words.ts';

/**
 * A report's rows for its screen: the fields of its call as a query. `{ ok, rows }`; `{ ok, run, progress, since }`
 * while it is being generated, to be asked again with `since`; or why not. Rows of this moment come with the
 * operation's version.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const actor = requirePermission(context, 'can_read_reports');
  const { db } = context;
  const name = params.report;
  if (!isOwnName(reports, name)) return no(404, refuse('call-unknown').text);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const parsed = reportInput[reports[name].asks].safeParse(query);
  if (!parsed.success) return no(422, parsed.error.issues[0]!.message);
  const question = questionOf(parsed.data);
  const admitted = admitOperations(actor, question.operations);
  if (isRefusal(admitted)) return no(admitted.status, admitted.text);
  const { operations } = question;
  const month = question.month ?? '';
  /** The user's question, which its `since` belongs to. */
  const place = `report-since.${actor.userId}.${name}.${month}.${operations?.join(',') ?? ''}`;
  const since = isMonthly(name) ? readSince(context, place, query.since) : null;
  // A tab that waits for a report asks again and again: only its first question is work.
  const tooMuch = since === null ? await context.auth.admitWork() : null;
  if (tooMuch) return no(tooMuch.status, tooMuch.text, tooMuch.retryAfterSeconds);
  if (isMonthly(name)) {
    const answer: ReportAnswer = await askReport(db, actor, name, { operations, month }, since);
    if ('failed' in answer) return no(503, reportsWords.failed);
    return yes('run' in answer ? { ...answer, since: sealSince(context, place, answer.since) } : answer);
  }
  const timeframe = question.timeframe ?? 'all';
  // The version first: changes after it are news to these rows.
  const version = operations?.length === 1 ? ((await findVersion(db, operations[0]!)) ?? 0) : null;
  return yes({
    version,
    rows: await readReport(db, actor, name, { operations, month, timeframe, now: new Date() }),
  });
}

type Sealing = Pick<LoaderFunctionArgs['context'], 'keys'>;

/** What a browser cannot make itself: that it was admitted to ask this, and when. */
const sealSince = ({ keys }: Sealing, place: string, since: number): string =>
  keys.seal(place, String(since)).toString('base64url');

/** Of what was asked in the last minutes; older, what is kept is looked at anew. Null: not of ours. */
function readSince({ keys }: Sealing, place: string, text: string | undefined): number | null {
  const since = Number(text && keys.unseal(place, Buffer.from(text, 'base64url')));
  return since > (Date.now() - 600_000) * 1_000 ? since : null;
}

const yes = (answer: object) =>
  Response.json({ ok: true, ...answer }, { headers: { 'cache-control': 'private, no-store' } });
const no = (status: number, text: string, retryAfterSeconds?: number) =>
  Response.json(
    { ok: false, text },
    { status, headers: retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {} },
  );
