import type { Db } from '../../db/connection/open.ts';
import type { Sql } from '../../db/connection/sql.ts';
import { withoutDeadline } from '../support/postgres/without-deadline.ts';
import { replayLog } from '../support/record/replay-log.ts';
import type { Channels } from './channels.ts';
import type { Intent } from './journal.ts';
import type { Chain } from './load.ts';

export type Counted = {
  /** Acknowledged but missing. */
  missing: string[];
  twice: string[];
  messages: string[];
  /** Messages of which it is unknown whether they arrived: listed, never resent. */
  unknown: number;
  sent: number;
  /** Their sense was gone before they were sent. */
  dropped: number;
  broken: string[];
};

/** What each command leaves in the log, of every visit that it names. */
const eventsOf: Record<string, string[]> = {
  'visit/create': ['visit.created'],
  'visit/attach': ['visit.taken'],
  'visit/detach': ['visit.released'],
  'visit/set_on_the_way': ['visit.on_the_way', 'visit.off_the_way'],
  'visit/finish': ['visit.finished', 'visit.cancelled', 'visit.postponed'],
  'visit/reschedule': ['visit.rescheduled'],
  'visit/edit': ['visit.edited', 'visit.noted', 'visit.assigned'],
  'visit/change_technician': ['visit.assigned', 'visit.unassigned'],
};

/** The journal held against the record, the record against itself, and the messages against the channels. */
export async function count(
  db: Db,
  about: { intents: Intent[]; chains: Chain[]; channels: Channels; operations: string[] },
): Promise<Counted> {
  const { intents, chains, channels, operations } = about;
  const counted: Counted = {
    missing: [],
    twice: [],
    messages: [],
    unknown: 0,
    sent: 0,
    dropped: 0,
    broken: [],
  };
  await countCommands(db.sql, intents, counted);
  await countMessages(db.sql, chains, channels, counted);
  counted.broken = [
    ...(await brokenInvariants(db.sql, operations)),
    ...(await unlikeTheirEvents(db.sql, operations)),
  ];
  return counted;
}

async function countCommands(sql: Sql, intents: Intent[], counted: Counted) {
  const rows = await withoutDeadline(
    sql,
    (tx) => tx<{ key: string; name: string; visitId: number; n: number }[]>`
      select key, name, visit_id, count(*)::int as n from events where key = any(${intents.map(({ key }) => key)}::text[])
      group by key, name, visit_id`,
  );
  const written = groupBy(rows, ({ key }) => key);
  for (const { key, path, body, status } of intents) {
    const found = written.get(key) ?? [];
    const names = eventsOf[path]!;
    const own = found.filter(({ name }) => names.includes(name));
    const asked = Array.isArray(body.visit_id) ? body.visit_id.length : 1;
    const what = `${path} ${key}`;
    if (status === 200 && own.length < asked) counted.missing.push(what);
    if (found.some(({ n }) => n > 1) || own.length > asked) counted.twice.push(what);
    if (status !== null && status !== 200 && found.length > 0)
      counted.broken.push(`refused and done: ${what}`);
    if (status === null && own.length > 0 && own.length < asked) counted.broken.push(`half done: ${what}`);
  }
}

async function countMessages(sql: Sql, chains: Chain[], channels: Channels, counted: Counted) {
  const visits = chains.flatMap((chain) => chain.visits);
  const notices = await sql<
    { visitId: number; template: string; state: string; recipient: string | null; n: number }[]
  >`
    select visit_id, template, state, recipient from notices
    where visit_id = any(${visits}::int[]) and audience = 'customer' order by id`;
  const of = groupBy(notices, ({ visitId, template }) => `${visitId} ${template}`);
  const expected = new Map<string, number>();
  const expect = (visit: number, template: string) =>
    expected.set(`${visit} ${template}`, (expected.get(`${visit} ${template}`) ?? 0) + 1);
  for (const chain of chains) {
    for (const visit of chain.links) expect(visit, 'visit-created');
    for (const visit of chain.moves) expect(visit, 'visit-rescheduled');
    for (const visit of chain.departures) expect(visit, 'on-the-way');
  }
  for (const name of new Set([...of.keys(), ...expected.keys()])) {
    const [decided, wanted] = [of.get(name)?.length ?? 0, expected.get(name) ?? 0];
    if (decided !== wanted) counted.messages.push(`${name}: ${decided} decided, ${wanted} asked for`);
  }
  const perRecipient = groupBy(notices, ({ recipient }) => recipient ?? '');
  for (const [to, all] of perRecipient) {
    const [sent, unknown] = [stateIs(all, 'sent'), stateIs(all, 'unknown')];
    counted.sent += sent;
    counted.unknown += unknown;
    counted.dropped += stateIs(all, 'dropped');
    const others = all.filter(({ state }) => !['sent', 'unknown', 'dropped'].includes(state));
    for (const { visitId, template, state } of others)
      counted.messages.push(`${visitId} ${template}: ${state}`);
    if (to === '') continue;
    const delivered = channels.delivered(to);
    if (delivered < sent || delivered > sent + unknown)
      counted.messages.push(`${to} got ${delivered}, of ${sent} sent and ${unknown} unknown`);
  }
}

const stateIs = (notices: { state: string }[], wanted: string) =>
  notices.filter(({ state }) => state === wanted).length;

/** What may never be true, in SQL: of everything that the load could touch. */
async function brokenInvariants(sql: Sql, operations: string[]): Promise<string[]> {
  const rows = await withoutDeadline(
    sql,
    (tx) => tx<{ what: string; which: string }[]>`
    with mine as (
      select * from visits where operation = any(${operations}::text[]) and substr(order_number, 4, 1) = '9'
    )
    select 'versions with a gap' as what, o.code::text as which from operations o
      where o.version <> (select count(*) from events where operation = o.code)
        or o.version <> (select coalesce(max(version), 0) from events where operation = o.code)
    union all
    select 'a visit''s version is not its changes', v.id::text from mine v where v.version <> 1 + (
      select count(distinct case when e.name = 'notice.recorded' then e.version::text else coalesce(e.key, e.version::text) end)
      from events e where e.visit_id = v.id and (e.name like 'visit.%' and e.name <> 'visit.created'
        or e.name = 'notice.recorded' and e.data->'to'->>'audience' = 'customer'))
    union all
    select 'a visit without its creation', v.id::text from mine v
      where (select count(*) from events e where e.visit_id = v.id and e.name = 'visit.created') <> 1
    union all
    select 'a visit left half', v.id::text from mine v
      where v.on_the_way and v.closed_at is not null or v.rescheduled <> (v.rescheduled_next is not null)
    union all
    select 'a broken link of a rescheduling', v.id::text from mine v
      where v.rescheduled_next is not null and not exists (
        select 1 from visits n where n.id = v.rescheduled_next and n.rescheduled_previous = v.id)
      or v.rescheduled_previous is not null and not exists (
        select 1 from visits p where p.id = v.rescheduled_previous and p.rescheduled_next = v.id)
    union all
    select 'an order with two open visits', order_number from mine
      where closed_at is null group by order_number having count(*) > 1
    union all
    select 'a technician on the way twice', technician_id::text from visits where on_the_way
      group by technician_id having count(*) > 1
    union all
    select 'a departure without its event', v.id::text from mine v where v.on_the_way and not exists (
      select 1 from events e where e.visit_id = v.id and e.name = 'visit.on_the_way')
    union all
    select 'an event of a command without its kept answer', e.key from events e
      where e.key is not null and e.operation = any(${operations}::text[]) and e.at > now() - interval '2 hours'
        and e.actor_id is not null and not exists (
          select 1 from idempotency_keys k where k.key = e.key and k.user_id = e.actor_id)
    union all
    select 'an event that never left the outbox', o.version::text from outbox o
    union all
    select 'a notice without its visit', n.id::text from notices n
      where not exists (select 1 from visits v where v.id = n.visit_id)`,
  );
  return rows.map(({ what, which }) => `${what}: ${which}`);
}

/** The visits rebuilt from the event log alone, in plain code, are the visits. */
async function unlikeTheirEvents(sql: Sql, operations: string[]): Promise<string[]> {
  const rows = await sql<
    {
      id: number;
      technicianId: number | null;
      onTheWay: boolean;
      day: string;
      slotId: number;
      how: string | null;
      delayed: boolean;
    }[]
  >`select id, technician_id, on_the_way, day, slot_id, delayed,
      case when finished then 'finished' when cancelled then 'cancelled' when rescheduled then 'rescheduled' end as how
    from visits where operation = any(${operations}::text[]) and substr(order_number, 4, 1) = '9'`;
  const replayed = new Map((await replayLog(sql, operations)).map((visit) => [visit.id, visit]));
  return rows.flatMap((row) => {
    const rebuilt = replayed.get(row.id);
    if (!rebuilt) return [`a visit without events: ${row.id}`];
    const open = rebuilt.closed === null;
    const same =
      rebuilt.day === row.day &&
      rebuilt.slotId === row.slotId &&
      (rebuilt.closed?.how ?? null) === row.how &&
      (!open ||
        (rebuilt.technicianId === row.technicianId &&
          rebuilt.onTheWay === row.onTheWay &&
          rebuilt.delayed === row.delayed));
    return same ? [] : [`a visit unlike its events: ${row.id}`];
  });
}

function groupBy<T, K>(all: T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
