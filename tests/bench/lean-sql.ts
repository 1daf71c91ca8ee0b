import { firstNames, lastNames, streets } from '../../db/seed/demo/words.ts';

/**
 * The statements of the lean record. Everything follows from a visit's id: the operations take turns, and each has its
 * visits `i` = 0, 1, 2… evenly over the days on which they were made.
 */
export type Lean = {
  places: number;
  /** Of each operation. */
  visits: number;
  clients: number;
  /** The days on which visits were made; the last one is yesterday. */
  days: number;
  firstDay: string;
  /** The first day's local midnight, and now, in seconds. */
  epoch: number;
  now: number;
  firstVisit: number;
  /** How many slots each operation has. */
  slots: number;
};

/** The id of the first visit that is made on a day, by the day's index. */
export const visitIdAt = ({ firstVisit, places, visits, days }: Lean, day: number): number =>
  firstVisit + Math.ceil((day * visits) / days) * places;

const names = 4_001;
/** Their numbers begin here: none of them has others. */
const firstNumber = 10_000_000;
/** Orders without a visit, of each operation. */
const waiting = 300;

/** What the statements pick from. */
export const layPlacesSql = [
  'create schema lean',
  `create table lean.places (place int primary key, code text collate "C", slots int[], from_hours int[], to_hours int[],
    technicians int[], creators int[], nodes int)`,
  `create table lean.people as
    select n, (${list(firstNames)})[1 + n * 31 % ${firstNames.length}] || ' ' || (${list(lastNames)})[1 + n / 7 % ${lastNames.length}] as name,
      (${list(streets)})[1 + n * 11 % ${streets.length}] || ' ' || (50 + n * 97 % 3900) as address
    from generate_series(0, ${names - 1}) n`,
  `create table lean.nodes as
    select operation as code, row_number() over (partition by operation order by id)::int - 1 as n, id, name, zone_id from nodes`,
  'analyze lean.people, lean.nodes',
];

function list(words: readonly string[]): string {
  return `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(',')}]`;
}

/** A day's worth of visits and a bit less: a visit that is put off is followed by the one so many places on. */
const jumpOf = ({ visits, days }: Lean) => Math.ceil((0.6 * visits) / days / 20) * 20 + 1;

/** When visit i was made, in seconds: between 8 and 20 h of its day. */
const made = ({ epoch, days, visits }: Lean, i: string) =>
  `(${epoch + 28_800} + ((${i}) * ${days} / ${visits}) * 86400 + ((${i}) * ${days} % ${visits}) * 43200 / ${visits})`;

const number = (index: string) => `code || (${firstNumber} + ${index})`;

/**
 * The visits of a block of ids. By i % 20: 0 to 13 concluded in the field, 14 and 15 without leaving for it, 16 late, 17
 * and 18 cancelled, 19 put off. Made one to six days before; what is not over by now is open, two of five assigned. One
 * in 31,260 was forgotten open, and one in 700 of the last fortnight.
 */
export function visitsSql(lean: Lean, part: string, from: number, to: number): string {
  const { places, visits, clients, days, epoch, firstVisit, now, firstDay, slots } = lean;
  const jump = jumpOf(lean);
  return `insert into ${part} (id, operation, day, slot_id, zone_id, order_number, order_type, client_id, client_name,
      client_address, node_name, tag, symptom_id, priority, technician_id, assigned_at, status_id, reason_id, on_the_way_at,
      delayed, finished, cancelled, rescheduled, closed_at, rescheduled_previous, rescheduled_next, repair_code,
      extra_comments, reschedule_comments, creator_id, created_at, version)
    select v.id, v.code, date '${firstDay}' + v.day::int, v.slot, n.zone_id, v.${number('v.o')}, 1 + v.o % 3, v.${number('v.client')}, c.name,
      c.address, n.name, n.name, 1 + v.o % 11, 50, case when v.assigned then v.technician end,
      case when v.assigned then to_timestamp(v.made) end,
      case when v.closed then v.reason when v.delayed then 17 else 1 end, case when v.closed then v.reason end,
      case when v.closed and v.kind <= 13 then to_timestamp(v.leaves) end,
      v.delayed, v.closed and v.kind <= 16, v.closed and v.kind in (17, 18), v.closed and v.kind = 19,
      case when v.closed then to_timestamp(v.ends) end,
      case when v.o <> v.i then v.id - ${jump * places} end, case when v.closed and v.kind = 19 then v.id + ${jump * places} end,
      case when v.closed and v.kind <= 16 then 'R01' end,
      case when v.closed then case when v.kind <= 16 then 'Servicio normal.' when v.kind <= 18 then 'Ausente en domicilio.' end end,
      case when v.closed and v.kind = 19 then 'Pide otra fecha.' end,
      v.creator, to_timestamp(v.made), 2
    from (
      select *, closed or delayed or (i / 3) % 5 < 2 as assigned
      from (
        select *, ends <= ${now} and not forgotten as closed,
          (slot_end <= ${now} and (i / 3) % 5 < 2 or forgotten) and not (ends <= ${now} and not forgotten) as delayed
        from (
          select *, case when kind <= 13 then leaves + 1800 + (i * 53) % 2300 when kind <= 15 then start + 3000
              when kind = 16 then slot_end + 600 + (i * 41) % 4000 when kind <= 18 then start - 1800
              else ${made(lean, `i + ${jump}`)} end as ends,
            kind = 15 and (i % 31260 = 15 or i % 700 = 15 and day >= ${days - 14} and day < ${days}) as forgotten
          from (
            select *, start + (i * 37) % 2400 as leaves, case when kind <= 16 then 6 when kind <= 18 then 20 else 24 end as reason
            from (
              select x.*, p.code, p.slots[slot_n] as slot, ${epoch} + day * 86400 + p.from_hours[slot_n] * 3600 as start,
                ${epoch} + day * 86400 + p.to_hours[slot_n] * 3600 as slot_end,
                p.technicians[1 + (i * 7) % array_length(p.technicians, 1)] as technician,
                p.creators[1 + i % array_length(p.creators, 1)] as creator, (o * 13) % p.nodes as node, (o * 17) % ${clients} as client
              from (
                select *, i * ${days} / ${visits} + case when kind = 19 then 2 when o <> i then 4
                    else (array[1,1,1,1,1,2,2,3,4,6])[1 + (i / 20) % 10] end as day,
                  1 + (i / 7) % ${slots} as slot_n, ${made(lean, 'i')} as made
                from (
                  select id, place, i, case when i % 20 = 19 and i >= ${visits - jump} then 17 else i % 20 end as kind,
                    case when i % 20 = 0 and i >= ${jump} then i - ${jump} else i end as o
                  from (select id::int, ((id - ${firstVisit}) % ${places})::int as place, ((id - ${firstVisit}) / ${places}) as i
                    from generate_series(${from}::bigint, ${to - 1}::bigint) id offset 0) a offset 0
                ) b offset 0
              ) x join lean.places p on p.place = x.place offset 0
            ) d offset 0
          ) e offset 0
        ) f offset 0
      ) g offset 0
    ) v
    join lean.people c on c.n = v.client % ${names} join lean.nodes n on n.code = v.code and n.n = v.node`;
}

/** The clients of one operation. */
export function clientsSql(lean: Lean, place: number): string {
  return `insert into clients (id, operation, name, status, address, location, telephone)
    select p.${number('j')}, p.code, c.name, 'Activo', c.address, 'Centro', '15-0' || (10000 + j % 90000)
    from generate_series(0, ${lean.clients - 1}) j join lean.places p on p.place = ${place} join lean.people c on c.n = j % ${names}`;
}

/** The orders of these visits, each as its last visit left it. */
export function ordersSql(lean: Lean, from: number, to: number): string {
  return `insert into orders (number, operation, type, status_id, client_id, node_id, symptom_id, tag, detail, repair_code, created_at,
      closed_at, closed_by_technician_id)
    select w.order_number, w.operation, w.order_type, w.status, w.client_id, n.id, w.symptom_id, w.tag, 'Sin navegación.',
      case when w.status = 3 then 'R01' end, w.created_at - interval '2 hours', case when w.status > 2 then w.ended end,
      case when w.status = 3 then w.technician_id end
    from (
      select v.*, coalesce(n.closed_at, v.closed_at) as ended,
        case when v.finished or n.finished then 3 when v.cancelled or n.cancelled then 4 else 1 end as status
      from visits v left join (
        select id, closed_at, finished, cancelled from visits
        where id >= ${from} and id < ${to + jumpOf(lean) * lean.places} and rescheduled_previous is not null offset 0
      ) n on n.id = v.rescheduled_next
      where v.id >= ${from} and v.id < ${to} and v.rescheduled_previous is null
    ) w join lean.nodes n on n.code = w.operation and n.name = w.node_name`;
}

export const orderVisitsSql = (from: number, to: number): string =>
  `insert into order_visits select order_number, id from visits where id >= ${from} and id < ${to}`;

export const successorsSql = (from: number, to: number): string =>
  `insert into visit_successors select rescheduled_previous, id from visits
    where id >= ${from} and id < ${to} and rescheduled_previous is not null`;

/** What happened between two instants, to the visits of a block of ids: each was made, and then closed, delayed, assigned or edited. */
export function eventsSql(
  lean: Lean,
  part: string,
  begins: string,
  ends: string,
  from: number,
  to: number,
): string {
  const { firstVisit, places, now } = lean;
  return `insert into ${part} (operation, version, name, visit_id, order_number, at, actor_id, actor_name, technician_id, data)
    select v.operation, 2 * ((v.id - ${firstVisit}) / ${places}) + 1 + e.stage,
      case when e.stage = 0 then 'visit.created' when finished then 'visit.finished' when cancelled then 'visit.cancelled'
        when rescheduled then 'visit.rescheduled' when delayed then 'visit.delayed' when technician_id is not null then 'visit.assigned'
        else 'visit.edited' end,
      v.id, v.order_number, e.at, v.creator_id, case when e.stage = 0 then 'Jefe ' || v.operation else t.name end, v.technician_id,
      case when e.stage = 0 then '{"to": {}}'::jsonb when finished then '{"to": {"statusId": 6, "reason": "Concluida"}}'::jsonb
        when cancelled then '{"to": {"statusId": 20}}'::jsonb when rescheduled then '{"to": {"statusId": 24}}'::jsonb
        else '{"from": {}}'::jsonb end
    from visits v left join technicians t on t.id = v.technician_id cross join lateral (values (0, v.created_at), (1, coalesce(v.closed_at,
      case when v.delayed then least(to_timestamp(${now}), (v.day + time '21:00') at time zone 'America/Argentina/Buenos_Aires')
        else v.created_at + interval '1 minute' end))) e (stage, at)
    where v.id >= ${from} and v.id < ${to} and e.at >= '${begins}' and e.at < '${ends}'`;
}

/** Orders that came in the last twelve days and have no visit yet. */
export function waitingOrdersSql(lean: Lean): string {
  return `insert into orders (number, operation, type, client_id, node_id, symptom_id, tag, detail, created_at)
    select p.${number(`${lean.visits} + k`)}, p.code, 1 + k % 3, p.${number(`k * 31 % ${lean.clients}`)}, n.id, 1 + k % 11, n.name,
      'Sin navegación.', to_timestamp(${lean.now} - k * 3600)
    from lean.places p cross join generate_series(1, ${waiting}) k join lean.nodes n on n.code = p.code and n.n = k % p.nodes`;
}

/** Each technician with something to do today is on the way for the first of it. */
export function onTheWaySql(lean: Lean): string {
  return `with chosen as (
      select distinct on (technician_id) id from visits
      where id >= ${visitIdAt(lean, lean.days - 10)} and day = date '${lean.firstDay}' + ${lean.days} and technician_id is not null
        and closed_at is null and not delayed order by technician_id, slot_id, id
    ), gone as (
      update visits set on_the_way = true, on_the_way_at = to_timestamp(${lean.now}), version = version + 1
      where id in (select id from chosen) returning id, operation, order_number, technician_id
    ), published as (
      insert into events (operation, version, name, visit_id, order_number, at, technician_id, data)
      select g.operation, o.version + row_number() over (partition by g.operation order by g.id), 'visit.on_the_way', g.id,
        g.order_number, to_timestamp(${lean.now}), g.technician_id, '{"to": {}}'
      from gone g join operations o on o.code = g.operation returning operation
    )
    update operations o set version = o.version + t.count from (select operation, count(*) from published group by 1) t
    where o.code = t.operation`;
}
