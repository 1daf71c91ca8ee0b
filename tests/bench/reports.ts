import { sumSegments } from '../../db/commands/reports/sum-segments.ts';
import type { Sql } from '../../db/connection/sql.ts';
import { readReport } from '../../db/reads/reports/read-report.ts';
import { addMonths, boundsOf, monthOf } from '../../machines/calendar/month.ts';
import { businessZone, today } from '../../machines/calendar/slots.ts';
import { type ReportName, reportNames } from '../../machines/report/reports.ts';
import type { Bench } from './bench.ts';
import { alternate, atMost, type Line, median } from './measure.ts';
import { clock } from './process.ts';
import { analyze } from './record.ts';

const monthsEachRound = 6;

/**
 * P14, the record's part: each report of one operation and month (the segments and the on-the-way reports: of all
 * operations), beside the least SQL that counts the same: one aggregate over the same rows, without undone changes,
 * slots that were edited, chains, names or rows that read like the spec's.
 */
export async function benchReports({ record, rounds, log }: Bench): Promise<Line[]> {
  const { db } = record;
  const { sql } = db;
  while ((await sumSegments(db, 60)) > 0) log('P14: summing the segments');
  await analyze(record, 'segment_days');
  const codes = await sql<{ code: string }[]>`
    select operation as code from visits where closed_at > now() - interval '60 days' group by 1 order by count(*) desc`;
  const all = codes.map(({ code }) => code);
  const present = monthOf(today(new Date()));
  const months = Array.from({ length: monthsEachRound }, (_, back) => addMonths(present, -1 - back));
  const floors = floorsOf(sql);
  const lines: Line[] = [];
  for (const name of reportNames) {
    const operations = ['segments', 'on_the_way', 'on_the_way_global'].includes(name) ? all : all.slice(0, 1);
    const times = { ours: [] as number[], floor: [] as number[] };
    const side = (kind: keyof typeof times, ask: (month: string) => Promise<unknown>) => async () => {
      for (const month of months) {
        const begun = clock();
        await ask(month);
        times[kind].push(clock() - begun);
      }
    };
    const sides = [
      side('floor', (month) => floors[name](operations, month)),
      side('ours', (month) =>
        readReport(db, { operations }, name, { operations: null, month, timeframe: 'all', now: new Date() }),
      ),
    ];
    await alternate(1, sides);
    times.ours.length = times.floor.length = 0;
    await alternate(rounds, sides);
    const of = operations.length === 1 ? 'one operation' : `${operations.length} operations`;
    lines.push(
      atMost(
        'P14',
        `report ${name}, a month of ${of}, p50`,
        'ms',
        median(times.ours),
        median(times.floor),
        1.3,
      ),
    );
  }
  return lines;
}

/** The floors, by report. */
function floorsOf(sql: Sql): Record<ReportName, (operations: string[], month: string) => Promise<unknown>> {
  const closed = (operations: string[], month: string) => {
    const { begins, ends } = boundsOf(month);
    return sql`v.operation = any(${operations}::text[]) and v.closed_at >= ${begins} and v.closed_at < ${ends}`;
  };
  const onDays = (operations: string[], month: string) => {
    const { from, until } = boundsOf(month);
    return sql`v.operation = any(${operations}::text[]) and v.day >= ${from} and v.day < ${until}`;
  };
  const open = sql`not (v.finished or v.cancelled or v.rescheduled)`;
  const onTheWay = (by: ReturnType<Sql>) => (operations: string[], month: string) =>
    sql`
    select ${by}, count(*) filter (where v.finished), count(*) filter (where v.finished and v.on_the_way_at is not null),
      count(*) filter (where v.rescheduled and r.responsible = 'cliente'), count(*) filter (where v.cancelled and r.responsible = 'cliente')
    from visits v left join reasons r on r.value = v.reason_id where ${closed(operations, month)} group by 1`;
  return {
    monthly: (operations, month) => sql`
      select v.day, count(*), count(*) filter (where v.finished), count(*) filter (where v.cancelled),
        count(*) filter (where v.rescheduled), count(*) filter (where v.closed_at is null)
      from visits v where ${onDays(operations, month)} group by 1`,
    late_schedule: (operations, month) => sql`
      select v.day, count(*), count(*) filter (where v.late_schedule) from visits v where ${onDays(operations, month)} group by 1`,
    late_finish: (operations, month) => sql`
      select (v.closed_at at time zone ${businessZone})::date, count(*), count(*) filter (where late), count(*) filter (where late and v.finished)
      from (select v.closed_at, v.finished, v.closed_at > (v.day + make_interval(hours => s.to_hour)) at time zone ${businessZone} as late
        from visits v join slots s on s.id = v.slot_id where ${closed(operations, month)} and (v.finished or v.cancelled)) v group by 1`,
    cancellation_reasons: (operations, month) => sql`
      select v.reason_id, count(*) from visits v where ${closed(operations, month)} and v.cancelled group by 1`,
    technicians: (operations, month) => sql`
      select v.technician_id, count(*) filter (where v.finished), count(*) filter (where v.cancelled)
      from visits v where ${closed(operations, month)} group by 1`,
    unclosed: (operations) => sql`
      select v.id, v.status_id, v.order_number, v.client_id, v.day, v.technician_id, v.delayed_while_on_the_way
      from visits v where v.operation = any(${operations}::text[]) and ${open} and v.day <= current_date`,
    reschedule: (operations, month) => sql`
      select v.id, v.created_at, v.closed_at, 1 + (p.rescheduled_previous is not null)::int from visits v
      left join visits p on p.id = v.rescheduled_previous where ${closed(operations, month)} and v.rescheduled`,
    monthly_derivations: (operations, month) => sql`
      select v.id, v.order_number, v.client_id, v.closed_at, v.derivation_type from visits v
      where ${closed(operations, month)} and v.derivation_type is not null`,
    segments: (operations, month) => {
      const { from, until } = boundsOf(month);
      return sql`
        select operation, sum(ticketed), sum(ticket_to_order_ms), sum(order_to_visit_ms), sum(visit_ms), sum(total_ms), sum(count)
        from segment_days where operation = any(${operations}::text[]) and day >= ${from} and day < ${until} group by 1`;
    },
    on_the_way: onTheWay(sql`v.technician_id`),
    on_the_way_global: onTheWay(sql`v.operation`),
    my_techs: (operations) => sql`
      select t.id, t.name, u.username, u.profile_pic, v.n, v.list from technicians t join users u on u.id = t.user_id
      left join (select v.technician_id, count(*) as n, (array_agg(v.id order by v.day))[1:15] as list from visits v
        where v.operation = any(${operations}::text[]) and ${open} group by 1) v on v.technician_id = t.id
      where exists (select 1 from user_operations x where x.user_id = u.id and x.operation = any(${operations}::text[]))`,
  };
}
