import type { z } from 'zod';
import { answerReport } from '../../db/commands/answer-report.ts';
import type { Db } from '../../db/open.ts';
import { listOperations } from '../../db/reads/operation.ts';
import { questionOf, reportInput } from '../../db/reads/reports/question.ts';
import { isRefusal } from '../../machines/refusals.ts';
import { type ChartName, isChart } from '../../machines/report-chart.ts';
import { type Asks, type ReportName, type ReportRow, reports } from '../../machines/reports.ts';
import { reportPicture } from '../report-picture.ts';
import { ask, type Call } from './call.ts';
import { askedOf } from './operations.ts';
import { presentReport } from './present-report.ts';

/** What a call answers beside its rows, where the spec's screens read them elsewhere than at `data` (S2 §7). */
const keys: Partial<Record<ReportName, string>> = {
  unclosed: 'unclosed_visits',
  on_the_way: 'techs_data',
  on_the_way_global: 'subsidiaries_data',
};

/**
 * A report's call: by its permission, then by the asker's operations, a foreign one being 403. A chart's `data` is a
 * list of one item: its picture, and the rows that it was drawn from (contract §3 'Answer').
 */
function reportCall(name: ReportName): Call {
  const input: z.ZodType = reportInput[reports[name].asks as Asks];
  return ask(
    input,
    async ({ db, actor, now }, asked) => {
      const question = questionOf(asked as Parameters<typeof questionOf>[0]);
      const operations = askedOf(actor, question.operations);
      if (isRefusal(operations)) return operations;
      const month = question.month ?? '';
      const rows = await answerReport(db, actor, name, {
        operations: question.operations,
        month,
        timeframe: question.timeframe ?? 'all',
        now,
      });
      const presented = rows.map(presentReport(name));
      if (isChart(name)) return [{ image: await draw(db, name, rows, month, operations), rows: presented }];
      const key = keys[name];
      return key ? { [key]: presented } : presented;
    },
    'can_read_reports',
  );
}

async function draw(db: Db, name: ChartName, rows: ReportRow[], month: string, operations: string[]) {
  const named = await listOperations(db, operations);
  const operationName = named.map((operation) => operation.name).join(', ');
  const png = await reportPicture(name, rows as never, { month, operationName });
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The twelve reports (S2 §7, contract §3): `report/<name>` as `machines/reports.ts` names them. */
export const reportCalls: Record<string, Call> = Object.fromEntries(
  (Object.keys(reports) as ReportName[]).map((name) => [`report/${name}`, reportCall(name)]),
);
