import { z } from 'zod';
import { answerReport } from '../../../db/commands/reports/answer-report.ts';
import type { Db } from '../../../db/connection/open.ts';
import { questionOf, reportInput } from '../../../db/reads/reports/question.ts';
import { listOperations } from '../../../db/reads/settings/operation.ts';
import { admitOperations } from '../../../machines/access/permissions.ts';
import { formatDay, isoWithOffset } from '../../../machines/calendar/slots.ts';
import { type ChartName, isChart } from '../../../machines/charts/report-chart.ts';
import { type Asks, type ReportName, type ReportRow, reports } from '../../../machines/report/reports.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { reportPicture } from '../../files/report-picture.ts';
import { presentReport } from '../answers/present-report.ts';
import { chartOf, reportRow, visitsBehindAnswer } from '../answers/report.ts';
import { ask, type Call, reading } from '../call.ts';

/** What a call answers beside its rows, where the spec's screens read them elsewhere than at `data` (S2 §7). */
const keys: Partial<Record<ReportName, string>> = {
  unclosed: 'unclosed_visits',
  on_the_way: 'techs_data',
  on_the_way_global: 'subsidiaries_data',
};

const does: Record<ReportName, string> = {
  monthly: 'Visits per day of a month, as a picture and its rows.',
  late_schedule: 'Visits scheduled into a slot that had ended, per day.',
  late_finish: "Visits closed after their slot's end, per day.",
  cancellation_reasons: 'Why visits of a month were cancelled.',
  technicians: 'What each technician finished, cancelled and released.',
  unclosed: 'Visits that should have been closed.',
  reschedule: 'Visits that were rescheduled.',
  monthly_derivations: 'Visits that were derived.',
  segments: 'Mean times from ticket to order, order to visit, and visit.',
  on_the_way: "How far each technician uses 'Voy en camino'.",
  on_the_way_global: "How far each operation uses 'Voy en camino'.",
  my_techs: 'The technicians of the operations, and what waits for each.',
};

/**
 * A report's call: by its permission, then by the asker's operations, a foreign one being 403. A chart's `data` is a
 * list of one item: its picture, and the rows that it was drawn from (contract §3 'Answer').
 */
function reportCall(name: ReportName): Call {
  const input: z.ZodType = reportInput[reports[name].asks as Asks];
  const row = reportRow(name);
  const key = keys[name];
  const answer = isChart(name) ? chartOf(row) : key ? z.strictObject({ [key]: z.array(row) }) : z.array(row);
  return ask(
    { does: does[name], reach: 'operations', costly: true, input, answer, permission: 'can_read_reports' },
    async ({ db, actor, now }, parameters) => {
      const question = questionOf(parameters as Parameters<typeof questionOf>[0]);
      const operations = admitOperations(actor, question.operations);
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
      return key ? { [key]: presented } : presented;
    },
  );
}

async function draw(db: Db, name: ChartName, rows: ReportRow[], month: string, operations: string[]) {
  const named = await listOperations(db, operations);
  const operationName = named.map((operation) => operation.name).join(', ');
  const png = await reportPicture(name, rows as never, { month, operationName });
  return `data:image/png;base64,${png.toString('base64')}`;
}

const visitsBehind = reading(
  'visitsBehind',
  {
    does: 'The visits that a number of a report counts, 200 from `offset` on, and how many there are.',
    answer: visitsBehindAnswer,
  },
  ({ total, visits }) => ({
    total,
    visits: visits.map(({ id, day, slotName, status, orderNumber, clientId, technicianName, at }) => ({
      id,
      status,
      ot_number: orderNumber,
      client_id: clientId,
      date_dispatch: formatDay(day),
      timestripe_friendly: slotName,
      tech_name: technicianName,
      counted_at: at && isoWithOffset(at),
    })),
  }),
);

/**
 * The twelve reports (S2 §7, contract §3): `report/<name>` as `machines/report/reports.ts` names them; and the visits
 * behind their numbers.
 */
export const reportCalls: Record<string, Call> = {
  ...Object.fromEntries(
    (Object.keys(reports) as ReportName[]).map((name) => [`report/${name}`, reportCall(name)]),
  ),
  'report/visits': visitsBehind,
};
