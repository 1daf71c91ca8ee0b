import { addMonths, monthOf } from '../../../machines/calendar/month.ts';
import { addDays, daysBetween, instantOf, today } from '../../../machines/calendar/slots.ts';
import type { Sql, Tx } from '../../connection/sql.ts';
import { indexSettledWeeks } from '../../months/index-weeks.ts';
import { addEventMonth, addVisitMonth, forgetEmptyMonths, keepMonthsAheadIn } from '../../months/months.ts';
import { settleMonths } from '../../months/settle-months.ts';
import { seedLock } from '../demo/load-demo.ts';
import { firstNames, lastNames, neighbourhoods, streets } from '../demo/words.ts';
import { withoutIndexes, withoutVisitTriggers } from '../load.ts';
import { eventCounts, lifeSql } from './lives.ts';
import { addOperations, listPlaces, type Place } from './places.ts';

export type SyntheticOptions = {
  visits: number;
  operations: number | null;
  years: number;
  now: Date;
  log: (line: string) => void;
};
export type Added = { visits: number; orders: number; clients: number; events: number };

/**
 * Adds history for measurements, in pure SQL and one transaction: by operation and day, so that a week's rows
 * are adjacent. Every value is computed from the visit's index, so that visits, orders and events agree. The
 * events' versions continue the operation's.
 */
export async function addVisits(sql: Sql, options: SyntheticOptions): Promise<Added> {
  const added = (await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${seedLock})`;
    // Compiling these long expressions takes longer than it saves.
    await tx`set local jit = off`;
    if (options.operations !== null) await addOperations(tx, options.operations);
    const places = (await listPlaces(tx)).slice(0, options.operations ?? undefined);
    // For few rows, maintaining the indexes is cheaper than building them.
    const [{ present }] = (await tx`select count(*)::int as present from visits`) as [{ present: number }];
    await tx`delete from segment_days`;
    await tx`delete from report_results`;
    const layout = await makeMonths(tx, places.length, options);
    const fill = () => withoutVisitTriggers(tx, () => fillPlaces(tx, places, layout, options));
    const all = options.visits * 3 > present ? await withoutIndexes(tx, filled, fill) : await fill();
    await keepMonthsAheadIn(tx, options.now);
    return all;
  })) as Added;
  options.log('Analysing…');
  await sql.unsafe(`analyze ${filled.join(', ')}, order_visits, operations`);
  await settleMonths({ transactions: sql });
  await indexSettledWeeks(sql);
  return added;
}

const filled = ['clients', 'orders', 'visits', 'events'];
const batch = 100_000;

/** The first id, and the interleaving of operations: a month is one block of ids. */
type Layout = { firstVisit: number; places: number };

/** The months of the history, each with the ids of its visits. */
async function makeMonths(tx: Tx, places: number, { visits, years, now }: SyntheticOptions): Promise<Layout> {
  const firstVisit = await forgetEmptyMonths(tx);
  if (firstVisit + visits + places > 2_147_483_647)
    throw new Error('The visits would exceed the ids that there are.');
  const days = daysOf(years);
  const firstDay = addDays(today(now), -days);
  const present = monthOf(today(now));
  const share = Math.ceil(visits / places);
  const idAt = (day: string) =>
    firstVisit + Math.ceil((Math.max(0, daysBetween(firstDay, day)) * share) / days) * places;
  for (let month = monthOf(firstDay); month <= present; month = addMonths(month, 1)) {
    const [from, to] = [idAt(month), idAt(addMonths(month, 1))];
    const end = month === present ? firstVisit + share * places + spareIds : to;
    if (end > from) await addVisitMonth(tx, month, from, end);
  }
  for (let month = monthOf(addDays(firstDay, -10)); month <= present; month = addMonths(month, 1))
    await addEventMonth(tx, month);
  return { firstVisit, places };
}

/** Ids of the last month left for later visits. */
const spareIds = 100_000;

const daysOf = (years: number) => Math.round(years * 365.25);

async function fillPlaces(
  tx: Tx,
  places: Place[],
  layout: Layout,
  options: SyntheticOptions,
): Promise<Added> {
  const added: Added = { visits: 0, orders: 0, clients: 0, events: 0 };
  const begun = Date.now();
  for (const [index, place] of places.entries()) {
    const share =
      Math.floor(options.visits / places.length) + (index < options.visits % places.length ? 1 : 0);
    if (share === 0) continue;
    const plan = await planOf(tx, place, share, { ...layout, place: index }, options);
    added.clients += (await tx.unsafe(clientsSql(plan), parameters(plan, 0, plan.clients))).count;
    for (let from = 0; from < share; from += batch) {
      const to = Math.min(share, from + batch);
      added.orders += (await tx.unsafe(ordersSql(plan), parameters(plan, from, to))).count;
      added.visits += (await tx.unsafe(visitsSql(plan), parameters(plan, from, to))).count;
      added.events += (await tx.unsafe(eventsSql(plan), parameters(plan, from, to))).count;
      const rate = Math.round(added.visits / ((Date.now() - begun) / 1000));
      options.log(`${added.visits} of ${options.visits} visits (${place.code}), ${rate}/s`);
    }
    await tx`update operations set version = version + ${eventsBefore(share)} where code = ${place.code}`;
  }
  await tx`select setval(pg_get_serial_sequence('visits', 'id'), (select max(id) from visits))`;
  if (Date.now() - begun > 5000) options.log('Building indexes…');
  return added;
}

/**
 * How many events a visit leaves, by its index modulo 20 (`synthetic-lives.ts`): 0 to 13 concluded in the
 * field, 14 and 15 by the office, 16 late, 17 and 18 cancelled, 19 rescheduled to the visit `jump` places on,
 * which is a later one with remainder 0.
 */
const counts = eventCounts;
const before = counts.map((_, kind) => counts.slice(0, kind).reduce((sum, count) => sum + count, 0));
const perBlock = counts.reduce((sum, count) => sum + count, 0);
const eventsBefore = (index: number) => Math.floor(index / 20) * perBlock + before[index % 20]!;

type Plan = {
  place: Place;
  visits: number;
  clients: number;
  days: number;
  /** The distance from a rescheduled visit to its next: more than a day's. */
  jump: number;
  /** The local midnight of the first day, in seconds, and the day itself. */
  epoch: number;
  firstDay: string;
  /** The id of a visit by its index, itself SQL. */
  visitId: (index: string) => string;
  firstNumber: number;
};

async function planOf(
  tx: Tx,
  place: Place,
  visits: number,
  layout: Layout & { place: number },
  { years, now }: SyntheticOptions,
): Promise<Plan> {
  const days = daysOf(years);
  const firstDay = addDays(today(now), -days);
  const [next] = await tx<{ number: number }[]>`
    select greatest(50000000, 1 + coalesce((select right(max(number), 8)::int from orders where operation = ${place.code}), 0),
        1 + coalesce((select right(max(id), 8)::int from clients where operation = ${place.code}), 0)) as number`;
  const plan = {
    place,
    visits,
    clients: Math.ceil(visits / 4),
    days,
    jump: Math.ceil((visits / days + 20) / 20) * 20 + 1,
    epoch: instantOf(firstDay, 0).getTime() / 1000,
    firstDay,
    visitId: (index: string) => `(${layout.firstVisit + layout.place} + (${index}) * ${layout.places})`,
    firstNumber: next!.number,
  };
  if (plan.firstNumber + visits > 99_999_999)
    throw new Error(`Operation ${place.code} has no numbers of 8 digits left for so many orders.`);
  return plan;
}

/** $1, $2: the indexes from and before which; then the lists that values are picked from. */
const parameters = ({ place }: Plan, from: number, to: number) =>
  [
    from,
    to - 1,
    place.slotIds,
    place.fromHours,
    place.toHours,
    place.technicianIds,
    place.technicianNames,
    place.nodeIds,
    place.nodeNames,
    place.zoneIds,
    place.creatorIds,
    firstNames,
    lastNames,
    streets,
    neighbourhoods,
  ] as never[];

/** The parameters' types, and a use of each: a statement may not need them all. */
const series = `generate_series($1::bigint, $2::bigint) i,
  (select $3::int[] as slots, $4::int[] as from_hours, $5::int[] as to_hours, $6::int[] as techs, $7::text[] as tech_names,
    $8::int[] as nodes, $9::text[] as node_names, $10::int[] as zones, $11::int[] as creators, $12::text[] as firsts,
    $13::text[] as lasts, $14::text[] as streets, $15::text[] as areas offset 0) l`;

/** Formulas in SQL over an index, itself SQL. */
function formulas(plan: Plan) {
  const { place, visits, days, epoch, jump } = plan;
  const pick = (list: string, size: number, index: string) => `l.${list}[1 + (${index}) % ${size}]`;
  const dayIndex = (i: string) => `((${i}) * ${days} / ${visits})`;
  const slot = (list: string, i: string) => pick(list, place.slotIds.length, i);
  const at = (i: string, list: string) => `(${epoch} + ${dayIndex(i)} * 86400 + ${slot(list, i)} * 3600)`;
  const mix = (i: string, factor: number) => `((${i}) * ${factor} + 7)`;
  const isNext = (i: string) => `((${i}) % 20 = 0 and (${i}) >= ${jump})`;
  const moves = (i: string) => `((${i}) % 20 = 19 and (${i}) < ${visits - jump})`;
  const leaves = (i: string) => `(${at(i, 'from_hours')} + ${mix(i, 37)} % 2400)`;
  return {
    pick,
    mix,
    isNext,
    moves,
    day: (i: string) => `(date '${plan.firstDay}' + ${dayIndex(i)}::int)`,
    slotId: (i: string) => slot('slots', i),
    leaves,
    end: (i: string) => at(i, 'to_hours'),
    /** Two hours before its slot a visit is rescheduled; then its next one is created. */
    movedAt: (i: string) => `(${at(i, 'from_hours')} - 7200)`,
    created: (i: string) =>
      `case when ${isNext(i)} then ${at(`(${i}) - ${jump}`, 'from_hours')} - 7200
        else ${at(i, 'from_hours')} - 9000 - ${mix(i, 7919)} % 170000 end`,
    closed: (i: string) => `case
      when (${i}) % 20 <= 13 then ${leaves(i)} + 1800 + ${mix(i, 53)} % 2300
      when (${i}) % 20 <= 15 then ${at(i, 'from_hours')} + 3000
      when (${i}) % 20 = 16 then ${at(i, 'to_hours')} + 600 + ${mix(i, 41)} % 4000
      when (${i}) % 20 <= 18 then ${at(i, 'from_hours')} - 1800
      else ${at(i, 'from_hours')} - 7200 end`,
    orderIndex: (i: string) => `(case when ${isNext(i)} then (${i}) - ${jump} else (${i}) end)`,
    number: (index: string) => `'${place.code}' || (${plan.firstNumber} + ${index})`,
    client: (orderIndex: string) => `((${orderIndex}) * 17 % ${plan.clients})`,
    node: (orderIndex: string) => pick('nodes', place.nodeIds.length, `${orderIndex} * 13`),
    nodeName: (orderIndex: string) => pick('node_names', place.nodeIds.length, `${orderIndex} * 13`),
    zone: (orderIndex: string) => `nullif(${pick('zones', place.nodeIds.length, `${orderIndex} * 13`)}, 0)`,
    technician: (i: string) => pick('techs', place.technicianIds.length, `${i} * 7`),
    technicianName: (i: string) => pick('tech_names', place.technicianIds.length, `${i} * 7`),
    creator: (i: string) => pick('creators', place.creatorIds.length, i),
    clientName: (j: string) =>
      `${pick('firsts', firstNames.length, `${j} * 31`)} || ' ' || ${pick('lasts', lastNames.length, `${j} / 5`)}`,
    address: (j: string) =>
      `${pick('streets', streets.length, `${j} * 11`)} || ' ' || (50 + ${j} * 97 % 3900)`,
    symptom: (i: string) => `(1 + (${i}) % 11)::int`,
  };
}

function clientsSql(plan: Plan): string {
  const f = formulas(plan);
  return `insert into clients (id, operation, name, status, address, location, telephone)
    select ${f.number('i')}, '${plan.place.code}', ${f.clientName('i')}, 'Activo', ${f.address('i')},
      ${f.pick('areas', neighbourhoods.length, 'i')}, '15-0' || lpad((i % 100000)::text, 5, '0')
    from ${series}`;
}

/** An order for each visit that is not another one's next; it ends as its last visit does. */
function ordersSql(plan: Plan): string {
  const f = formulas(plan);
  const last = `(case when ${f.moves('i')} then i + ${plan.jump} else i end)`;
  return `insert into orders (number, operation, type, status_id, client_id, node_id, symptom_id, tag, detail, repair_code,
      created_at, closed_at, closed_by_technician_id)
    select ${f.number('i')}, '${plan.place.code}', 2, status, ${f.number(f.client('i'))}, ${f.node('i')}, ${f.symptom('i')},
      ${f.nodeName('i')}, E'SOLICITUD: SERVICE\\n--------\\nCliente sin navegación, revisar acometida.',
      case when status = 3 then 'R01' end, to_timestamp(${f.created('i')} - 3600 - ${f.mix('i', 29)} % 90000),
      case when status > 2 then to_timestamp(${f.closed('o')} + case when status = 4 then 60 else 0 end) end,
      case when status = 3 then ${f.technician('o')} end
    from (select l.*, case when o % 20 = 19 then 1 when o % 20 in (17, 18) then 4 else 3 end as status
      from (select i, ${last} as o, l.* from ${series} where not ${f.isNext('i')} offset 0) l) l`;
}

function visitsSql(plan: Plan): string {
  const f = formulas(plan);
  return `insert into visits (id, operation, day, slot_id, zone_id, order_number, order_type, client_id, client_name, client_address,
      node_name, tag, symptom_id, priority, technician_id, assigned_at, status_id, reason_id, on_the_way_at, finished, cancelled,
      rescheduled, closed_at, rescheduled_previous, rescheduled_next, repair_code, extra_comments, reschedule_comments, creator_id,
      created_at, version)
    select ${plan.visitId('i')}, '${plan.place.code}', ${f.day('i')}, ${f.slotId('i')}, ${f.zone('o')}, ${f.number('o')}, 2,
      ${f.number('j')}, ${f.clientName('j')}, ${f.address('j')}, ${f.nodeName('o')}, ${f.nodeName('o')}, ${f.symptom('o')}, 50,
      ${f.technician('i')}, to_timestamp(created), reason, reason, case when kind <= 13 then to_timestamp(${f.leaves('i')}) end,
      ${lifeSql.mark('finished')}, ${lifeSql.mark('cancelled')}, ${lifeSql.mark('rescheduled')}, to_timestamp(${f.closed('i')}),
      case when o <> i then ${plan.visitId('o')} end, case when moves then ${plan.visitId(`i + ${plan.jump}`)} end,
      case when kind <= 16 then 'R01' end, case when not moves then 'Se normaliza el servicio.' end,
      case when moves then 'Cliente pide pasar la visita.' end, ${f.creator('i')}, to_timestamp(created),
      ${lifeSql.version}
    from (select *, ${f.client('o')} as j, ${lifeSql.status} as reason
      from (select i, l.*, i % 20 as kind, ${f.orderIndex('i')} as o, ${f.moves('i')} as moves, ${f.created('i')} as created
        from ${series} offset 0) l) l`;
}

/** Up to four events a visit, e = 0 to 3, in chronological order. */
function eventsSql(plan: Plan): string {
  const f = formulas(plan);
  const orderEnd = `case when kind <= 16 then 'order.fulfilled' else 'order.changed' end`;
  const three = '(kind <= 13 or kind = 16)';
  return `insert into events (operation, version, name, visit_id, order_number, at, actor_id, actor_name, technician_id, data)
    select '${plan.place.code}', ${plan.place.version} + (i / 20) * ${perBlock} + before + e + 1,
      case stage when 0 then 'visit.created' when 1 then ${lifeSql.firstEvent} when 2 then ${lifeSql.lastEvent} else ${orderEnd} end,
      ${plan.visitId('i')}, ${f.number('o')},
      to_timestamp(case stage when 0 then created when 1 then case when kind <= 13 then ${f.leaves('i')} else ${f.end('i')} + 5 end
        when 2 then ${f.closed('i')} else ${f.closed('i')} + case when kind > 16 then 60 else 0 end end),
      ${f.creator('i')}, case when stage = 1 and kind = 16 then 'Agenda técnica' else ${f.technicianName('i')} end, ${f.technician('i')},
      case stage when 0 then '{"to": {}}' when 1 then '{"to": {"statusId": 1}, "from": {"statusId": 1}}'
        when 2 then '{"to": {"statusId": 6, "reason": "Concluida"}, "from": {"delayed": false, "statusId": 1, "onTheWay": true}}'
        else '{"to": {"repairCode": "R01"}}' end::jsonb
    from (select l.*, e, case when e = 0 then 0 when ${three} then e else e + 1 end as stage
      from (select i, l.*, i % 20 as kind, ${f.orderIndex('i')} as o, ${f.moves('i')} as moves, ${f.created('i')} as created,
          (array[${counts.join(',')}])[1 + (i % 20)::int] as events, (array[${before.join(',')}])[1 + (i % 20)::int] as before
        from ${series} offset 0) l, generate_series(0, l.events - 1) e) l`;
}
