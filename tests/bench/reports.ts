import { sumSegments } from '../../db/commands/reports/sum-segments.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import type { Sql } from '../../db/connection/sql.ts';
import { addMonths, boundsOf, type Month, monthOf } from '../../machines/calendar/month.ts';
import { today } from '../../machines/calendar/slots.ts';
import { businessZone } from '../../machines/calendar/zone.ts';
import { type ReportName, reportNames } from '../../machines/report/reports.ts';
import { openAskedReports } from './asked-reports.ts';
import type { Bench } from './bench.ts';
import { alternate, atMost, type Line, median } from './measure.ts';
import { clock } from './process.ts';
import { analyze } from './record.ts';

const monthsEachRound = 6;

/** What is as it stands now: it knows neither month nor year. */
const current: ReportName[] = ['unclosed', 'my_techs'];

/**
 * P14, the record's part: each report of one operation (the segments and the on-the-way reports: of all operations), a
 * month and the twelve months of a year, beside the least SQL that gives the same columns: one statement, of the whole
 * year too, without undone changes, slots that were edited, days that are not summed, or rows that read like the spec's.
 */
export async function benchReports({ record, rounds, log }: Bench): Promise<Line[]> {
  while ((await sumSegments(record.db, 60)) > 0) log('P14: summing the segments');
  await analyze(record, 'segment_days');
  // One connection: each plans a statement the first time, and ours has several texts, by the months that it leaves out.
  const db = openDb(record.url, { reads: 1 });
  try {
    return await besideFloors(db, rounds);
  } finally {
    await db.close();
  }
}

async function besideFloors(db: Db, rounds: number): Promise<Line[]> {
  const { sql } = db;
  const asked = await openAskedReports(db);
  const present = monthOf(today(new Date()));
  const before = (months: number) =>
    Array.from({ length: months }, (_, back) => addMonths(present, back - months));
  const floors = floorsOf(sql);
  const lines: Line[] = [];
  for (const name of reportNames) {
    const operations = asked.operationsOf(name);
    const of = operations.length === 1 ? 'one operation' : `${operations.length} operations`;
    const beside = async (what: string, spans: Month[][]) => {
      const times = { ours: [] as number[], floor: [] as number[] };
      const side = (kind: keyof typeof times, answer: (span: Month[]) => Promise<unknown>) => async () => {
        for (const span of spans) {
          const begun = clock();
          await answer(span);
          times[kind].push(clock() - begun);
        }
      };
      const sides = [
        side('floor', (span) => floors[name](operations, boundsOfAll(span))),
        side('ours', async (span) => {
          for (const month of span) await asked.read(name, month);
        }),
      ];
      await alternate(1, sides);
      times.ours.length = times.floor.length = 0;
      await alternate(rounds, sides);
      const [ours, floor] = [median(times.ours), median(times.floor)];
      lines.push(atMost('P14', `report ${name}, ${what} of ${of}, p50`, 'ms', ours, floor, 1.3));
    };
    await beside(
      current.includes(name) ? 'now' : 'a month',
      before(monthsEachRound).map((month) => [month]),
    );
    if (!current.includes(name)) await beside('a year', [before(12), before(12)]);
  }
  return lines;
}

type Bounds = ReturnType<typeof boundsOf>;

/** From the first of these months to the last. */
function boundsOfAll(months: Month[]): Bounds {
  const [first, last] = [boundsOf(months[0]!), boundsOf(months.at(-1)!)];
  return { from: first.from, until: last.until, begins: first.begins, ends: last.ends };
}

/** The floors, by report. */
function floorsOf(sql: Sql): Record<ReportName, (operations: string[], bounds: Bounds) => Promise<unknown>> {
  const closed = (operations: string[], { begins, ends }: Bounds) =>
    sql`v.operation = any(${operations}::text[]) and v.closed_at >= ${begins} and v.closed_at < ${ends}`;
  const onDays = (operations: string[], { from, until }: Bounds) =>
    sql`v.operation = any(${operations}::text[]) and v.day >= ${from} and v.day < ${until}`;
  const open = sql`not (v.finished or v.cancelled or v.rescheduled)`;
  const onTheWay = (by: ReturnType<Sql>) => (operations: string[], bounds: Bounds) =>
    sql`
    select ${by}, count(*) filter (where v.finished), count(*) filter (where v.finished and v.on_the_way_at is not null),
      count(*) filter (where v.rescheduled and r.responsible = 'cliente'), count(*) filter (where v.cancelled and r.responsible = 'cliente')
    from visits v left join reasons r on r.value = v.reason_id where ${closed(operations, bounds)} group by 1`;
  return {
    monthly: (operations, bounds) => sql`
      select v.day, count(*), count(*) filter (where v.finished), count(*) filter (where v.cancelled),
        count(*) filter (where v.rescheduled), count(*) filter (where v.closed_at is null)
      from visits v where ${onDays(operations, bounds)} group by 1`,
    late_schedule: (operations, bounds) => sql`
      select v.day, count(*), count(*) filter (where v.late_schedule) from visits v where ${onDays(operations, bounds)} group by 1`,
    late_finish: (operations, bounds) => sql`
      select (v.closed_at at time zone ${businessZone()})::date, count(*), count(*) filter (where late), count(*) filter (where late and v.finished)
      from (select v.closed_at, v.finished, v.closed_at > (v.day + make_interval(hours => s.to_hour)) at time zone ${businessZone()} as late
        from visits v join slots s on s.id = v.slot_id where ${closed(operations, bounds)} and (v.finished or v.cancelled)) v group by 1`,
    cancellation_reasons: (operations, bounds) => sql`
      select v.reason_id, count(*) from visits v where ${closed(operations, bounds)} and v.cancelled group by 1`,
    technicians: (operations, bounds) => sql`
      select t.id, t.name, coalesce(c.finished, 0), coalesce(c.cancelled, 0), coalesce(d.detached, 0) from (
        select v.technician_id, count(*) filter (where v.finished) as finished, count(*) filter (where v.cancelled) as cancelled
        from visits v where ${closed(operations, bounds)} and (v.finished or v.cancelled) group by 1) c
      full join (
        select e.technician_id, count(*) as detached from events e
        where e.operation = any(${operations}::text[]) and e.name in ('visit.released', 'visit.auto_released')
          and e.at >= ${bounds.begins} and e.at < ${bounds.ends} group by 1) d using (technician_id)
      join technicians t on t.id = technician_id order by t.name, t.id`,
    unclosed: (operations) => sql`
      select v.id, v.status_id, v.order_number, v.client_id, v.day, t.name, r.text, v.delayed_while_on_the_way
      from visits v join slots s on s.id = v.slot_id left join technicians t on t.id = v.technician_id
      left join reasons r on r.value = v.reason_id
      where v.operation = any(${operations}::text[]) and ${open} and v.day <= current_date
        and (v.delayed or (v.day + make_interval(hours => s.to_hour)) at time zone ${businessZone()} <= now())
      order by v.day, s.to_hour, v.id`,
    reschedule: (operations, bounds) => sql`
      select v.id, v.created_at, v.closed_at, 1 + (p.rescheduled_previous is not null)::int from visits v
      left join visits p on p.id = v.rescheduled_previous where ${closed(operations, bounds)} and v.rescheduled`,
    monthly_derivations: (operations, bounds) => sql`
      select v.id, v.order_number, v.client_id, v.closed_at, v.derivation_type from visits v
      where ${closed(operations, bounds)} and v.derivation_type is not null`,
    segments: (operations, { from, until }) => sql`
      select o.code, o.name, sum(ticket_to_order_ms) / nullif(sum(ticketed), 0), sum(order_to_visit_ms) / nullif(sum(count), 0),
        sum(visit_ms) / nullif(sum(count), 0), sum(total_ms) / nullif(sum(count), 0), sum(count)
      from operations o left join segment_days d on d.operation = o.code and d.day >= ${from} and d.day < ${until}
      where o.code = any(${operations}::text[]) group by o.code, o.name order by o.name, o.code`,
    on_the_way: onTheWay(sql`v.technician_id`),
    on_the_way_global: onTheWay(sql`v.operation`),
    my_techs: (operations) => sql`
      select t.id, t.name, u.username, u.profile_pic, u.active_on_telegram, u.last_seen_at, x.operations, v.n, v.list
      from technicians t join users u on u.id = t.user_id
      join (select x.user_id, json_agg(json_build_object('code', o.code, 'name', o.name)) as operations
        from user_operations x join operations o on o.code = x.operation where o.code = any(${operations}::text[]) group by 1) x
        on x.user_id = u.id
      left join (select v.technician_id, count(*) as n, (array_agg(json_build_object('visitId', v.id, 'day', v.day,
          'orderNumber', v.order_number, 'orderType', v.order_type) order by v.day, s.from_hour, v.id))[1:15] as list
        from visits v join slots s on s.id = v.slot_id
        where v.operation = any(${operations}::text[]) and ${open} and v.technician_id is not null group by 1) v
        on v.technician_id = t.id
      where u.active and t.active order by t.name, t.id`,
  };
}
