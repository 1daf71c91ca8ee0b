import type { Sql } from '../../db/connection/sql.ts';
import { indexSettledWeeks } from '../../db/months/index-weeks.ts';
import {
  addEventMonth,
  addVisitMonth,
  forgetEmptyMonths,
  keepMonthsAheadIn,
  listParts,
} from '../../db/months/months.ts';
import { settleMonths } from '../../db/months/settle-months.ts';
import { recountPlaces } from '../../db/record/places.ts';
import { type DroppedItem, dropIndexes, openForLoading } from '../../db/seed/load.ts';
import { addOperations, listPlaces } from '../../db/seed/synthetic/places.ts';
import { addMonths, boundsOf, type Month, monthOf } from '../../machines/calendar/month.ts';
import { addDays, daysBetween, instantOf, today } from '../../machines/calendar/slots.ts';
import {
  clientsSql,
  eventsSql,
  type Lean,
  layPlacesSql,
  onTheWaySql,
  ordersSql,
  orderVisitsSql,
  successorsSql,
  visitIdAt,
  visitsSql,
  waitingOrdersSql,
} from './lean-sql.ts';

export type LeanAsked = {
  operations: number;
  visitsEach: number;
  years: number;
  now: Date;
  log: (line: string) => void;
};

/**
 * Add operations with a history to measure growth by, into a record that holds the demo: the tables, indexes,
 * constraints and months of the product, filled month by month in the order in which real life would have written
 * them, all operations mixed. Lean: two events a visit, of the last months only, short texts, nothing that hangs on a visit or an order but
 * those. No other process may use the record until it ends, and a failure leaves it in pieces.
 *
 * @returns the operations' codes
 */
export async function addLeanHistory(url: string, asked: LeanAsked): Promise<string[]> {
  const { log } = asked;
  const streams = Array.from({ length: 3 }, () => openForLoading(url));
  const [sql] = streams as [Sql];
  try {
    await Promise.all(
      streams.map(async (one) => {
        await one`set session_replication_role = replica`; // what triggers would do is done for all rows at once
        await one`set jit = off`;
        await one`set maintenance_work_mem = '384MB'`;
        await one`set work_mem = '192MB'`;
      }),
    );
    const { lean, months, codes } = await layOut(sql, asked);
    const taken = await sql.begin((tx) => dropIndexes(tx, filled));
    const { indexes, constraints } = taken as unknown as Awaited<ReturnType<typeof dropIndexes>>;
    const own = (table: string) =>
      [...indexes, ...constraints].filter((one) => one.table === table && one.kind !== 'reference');

    log('clients and visits…');
    const visitsDone = counter(lean.places * lean.visits, log);
    await inTurn(streams, [
      ...months.map(({ from, to }) => async (one: Sql) => {
        const part = (await listParts(one, 'visits')).find((p) => Number(p.from) === from)!.name;
        visitsDone(await fillPart(one, part, own('visits'), visitsSql(lean, part, from, to)));
      }),
      ...Array.from({ length: lean.places }, (_, place) => async (one: Sql) => {
        await one.unsafe(clientsSql(lean, place));
      }),
    ]);

    log('orders and events…');
    const ordersDone = counter(lean.places * lean.visits, log);
    await inTurn(streams, [
      ...months.map(({ from, to }) => async (one: Sql) => {
        await one.unsafe(ordersSql(lean, from, to));
        await one.unsafe(orderVisitsSql(from, to));
        await one.unsafe(successorsSql(from, to));
        ordersDone(to - from);
      }),
      ...months.slice(-monthsOfEvents).map(({ month }) => async (one: Sql) => {
        const { begins, ends } = boundsOf(month);
        const part = (await listParts(one, 'events')).find((p) => p.to && new Date(p.to) >= ends)!.name;
        const among = [idOf(lean, addDays(month, -10)), idOf(lean, addMonths(month, 1))] as const;
        const text = eventsSql(lean, part, begins.toISOString(), ends.toISOString(), ...among);
        await fillPart(one, part, own('events'), text);
      }),
    ]);
    await sql.unsafe(waitingOrdersSql(lean));
    await sql`update operations o set version = ${2 * lean.visits} from lean.places p where o.code = p.code`;

    log('indexes…');
    await inTurn(
      streams,
      filled.map((table) => async (one: Sql) => {
        for (const { make } of own(table)) await one.unsafe(make);
        if (!['visits', 'events'].includes(table)) await one.unsafe(`vacuum (freeze) ${table}`);
      }),
    );
    log('references…');
    // New rows are held to them either way; the old ones of large records have been made by what was checked in small ones.
    const checked = lean.places * lean.visits <= mostChecked ? '' : ' not valid';
    for (const { make, kind } of constraints) if (kind === 'reference') await sql.unsafe(`${make}${checked}`);
    await sql`select setval('visits_id_seq', (select max(id) from visits))`;
    await sql`drop schema lean cascade`;
    await sql.begin((tx) => keepMonthsAheadIn(tx, asked.now));
    log('places…');
    await sql.begin((tx) => recountPlaces(tx));
    await sql`set session_replication_role = origin`;
    await sql.unsafe(onTheWaySql(lean));
    log('analysing…');
    // The partitions have been looked at as they were filled.
    await sql.unsafe(
      `analyze ${filled.map((table) => `only ${table}`).join(', ')}, operations, users, technicians, slots, nodes, zones`,
    );
    const settled = await settleMonths({ transactions: sql });
    const indexed = await indexSettledWeeks(sql);
    log(`${settled.length} months settled, the weeks of ${indexed.length} indexed`);
    return codes;
  } finally {
    await Promise.all(streams.map((one) => one.end({ timeout: 5 })));
  }
}

const filled = ['visits', 'events', 'orders', 'clients', 'order_visits', 'visit_successors'];

/** Nothing that grows depends on older ones: a change writes the present month's, a board asks for the last few. */
const monthsOfEvents = 6;

const mostChecked = 2_000_000;

type Block = { month: Month; from: number; to: number };

const daysOf = ({ years }: Pick<LeanAsked, 'years'>) => Math.round(years * 365.25);

/** The operations, their months, each with the ids of the visits made in it, and what the statements pick from. */
async function layOut(sql: Sql, asked: LeanAsked) {
  const { operations, visitsEach, now } = asked;
  const answer = await sql.begin(async (tx) => {
    const before = await listPlaces(tx);
    await addOperations(tx, before.length + operations);
    const known = new Set(before.map(({ code }) => code));
    const places = (await listPlaces(tx)).filter(({ code }) => !known.has(code));
    const firstDay = addDays(today(now), -daysOf(asked));
    const lean: Lean = {
      places: places.length,
      visits: visitsEach,
      clients: Math.ceil(visitsEach / 4),
      days: daysOf(asked),
      firstDay,
      epoch: instantOf(firstDay, 0).getTime() / 1_000,
      firstVisit: await forgetEmptyMonths(tx),
      now: Math.floor(now.getTime() / 1_000),
      slots: places[0]!.slotIds.length,
    };
    const present = monthOf(today(now));
    const months: Block[] = [];
    for (let month = monthOf(firstDay); month <= present; month = addMonths(month, 1)) {
      const [from, to] = [idOf(lean, month), idOf(lean, addMonths(month, 1))];
      if (to === from) continue;
      months.push({ month, from, to });
      // The last one has room for visits to come.
      await addVisitMonth(tx, month, from, month === present ? to + 100_000 : to);
    }
    for (let month = monthOf(firstDay); month <= present; month = addMonths(month, 1))
      await addEventMonth(tx, month);
    for (const text of layPlacesSql) await tx.unsafe(text);
    await tx`insert into lean.places ${tx(
      places.map((place, index) => ({
        place: index,
        code: place.code,
        slots: place.slotIds,
        from_hours: place.fromHours,
        to_hours: place.toHours,
        technicians: place.technicianIds,
        creators: place.creatorIds,
        nodes: place.nodeIds.length,
      })) as never,
    )}`;
    return { lean, months, codes: places.map(({ code }) => code) };
  });
  return answer as unknown as { lean: Lean; months: Block[]; codes: string[] };
}

/** The first id of a day's making. */
const idOf = (lean: Lean, day: string) =>
  visitIdAt(lean, Math.min(lean.days, Math.max(0, daysBetween(lean.firstDay, day))));

/** Fill one partition that is empty or holds little, with its indexes made after its rows. @returns how many rows */
async function fillPart(sql: Sql, part: string, own: DroppedItem[], text: string): Promise<number> {
  const count = await sql.begin(async (tx) => {
    const [{ found }] = (await tx.unsafe(`select exists (select 1 from ${part}) as found`)) as unknown as [
      { found: boolean },
    ];
    // A file that is made in the same transaction needs no log of its rows (wal_level minimal).
    if (!found) await tx.unsafe(`truncate only ${part}`);
    const rows = (await tx.unsafe(text)).count;
    for (const { kind, definition } of own)
      await tx.unsafe(
        kind === 'key'
          ? `alter table ${part} add ${definition}`
          : definition.replace(/^create (unique )?index \S+ on \S+ /i, `create $1index on ${part} `),
      );
    return rows;
  });
  await sql.unsafe(`vacuum (freeze, analyze) ${part}`);
  return count as unknown as number;
}

/** Logs how far it is, a few times a minute. */
function counter(all: number, log: (line: string) => void): (more: number) => void {
  const begun = Date.now();
  let done = 0;
  let logged = begun;
  return (more) => {
    done += more;
    if (Date.now() - logged < 15_000 && done < all) return;
    logged = Date.now();
    log(`${done} of ${all}, ${Math.round((1_000 * done) / (logged - begun))}/s`);
  };
}

/** The jobs one after the other, as many at once as there are connections. */
async function inTurn(streams: Sql[], jobs: ((sql: Sql) => Promise<unknown>)[]): Promise<void> {
  const waiting = [...jobs];
  await Promise.all(
    streams.map(async (one) => {
      for (let job = waiting.shift(); job; job = waiting.shift()) await job(one);
    }),
  );
}
