import type { FastifyReply } from 'fastify';
import { answerReport } from '../../db/commands/reports/answer-report.ts';
import type { Db } from '../../db/connection/open.ts';
import type { Session } from '../../db/reads/people/session.ts';
import { questionOf, reportInput } from '../../db/reads/reports/question.ts';
import { admitOperations, refusedBy } from '../../machines/access/permissions.ts';
import { type Asks, fileNameOf, type ReportName, reports } from '../../machines/report/reports.ts';
import { isOwnName } from '../../machines/wire/own-entry.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Authentication } from '../http/session.ts';
import { fileTypes, reportFile } from './report-file.ts';
import { sendRefusal } from './send-refusal.ts';

/**
 * `GET /reports/download/<report>.<csv|xlsx>` for signed-in users: the report's name and the fields of its
 * call as a query, lists as `subsidiaries=114,127`. Permissions and operations are the call's.
 */
export async function sendReportFile(
  reply: FastifyReply,
  db: Db,
  auth: Pick<Authentication, 'admitWork'>,
  session: Session | Refusal,
  file: string,
  query: unknown,
) {
  const answer = await readFile(db, auth, session, file, query);
  if (isRefusal(answer)) return sendRefusal(reply.header('x-content-type-options', 'nosniff'), answer);
  return reply
    .header('content-type', fileTypes[answer.format])
    .header('content-disposition', `attachment; filename="${answer.name}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .send(answer.content);
}

async function readFile(
  db: Db,
  auth: Pick<Authentication, 'admitWork'>,
  session: Session | Refusal,
  file: string,
  query: unknown,
) {
  if (isRefusal(session)) return session;
  const { actor } = session;
  const refused = refusedBy(actor, 'can_read_reports');
  if (refused) return refuse(refused);
  const [name, format, rest] = file.split('.');
  if (!isOwnName(reports, name) || !isOwnName(fileTypes, format) || rest !== undefined)
    return refuse('file-unknown');
  const input = readQuery(name, query);
  if (isRefusal(input)) return input;
  const question = questionOf(input);
  const operations = admitOperations(actor, question.operations);
  if (isRefusal(operations)) return operations;
  const tooMuch = await auth.admitWork(actor.userId);
  if (tooMuch) return tooMuch;
  const rows = await answerReport(db, actor, name, {
    operations: question.operations,
    month: question.month ?? '',
    timeframe: question.timeframe ?? 'all',
    now: new Date(),
  });
  return {
    format,
    name: `${fileNameOf(name, question)}.${format}`,
    content: await reportFile(name, rows, format),
  };
}

/** Query values are texts: lists are comma-separated, and an empty text is absent. */
function readQuery(name: ReportName, query: unknown): Parameters<typeof questionOf>[0] | Refusal {
  const sent = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== '');
  const given: Record<string, unknown> = Object.fromEntries(sent);
  if (typeof given.subsidiaries === 'string') given.subsidiaries = given.subsidiaries.split(',');
  const parsed = reportInput[reports[name].asks as Asks].safeParse(given);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
  return refuse('check-the-data', { fields: Object.fromEntries(fields) });
}
