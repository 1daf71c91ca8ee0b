import { type CustomerView, customerState } from '../../machines/customer-view.ts';
import type { VisitFacts } from '../../machines/visit.ts';
import { hashToken } from '../links.ts';
import type { Db } from '../open.ts';

/** The visit that a link leads to now: what the customer sees, and what the server follows it by. */
export type ExternalVisit = {
  view: CustomerView;
  operation: string;
  /** The visit of the link and those it was rescheduled to, in order. */
  chain: number[];
};

/** The visit behind an external link; undefined: unknown, expired or revoked, which look the same. */
export async function findExternalVisit(db: Db, token: string): Promise<ExternalVisit | undefined> {
  if (!/^[A-Za-z0-9_-]{20,100}$/.test(token)) return undefined;
  const hash = hashToken(token).toString('hex');
  return (await listExternalVisits(db, [hash])).get(hash);
}

type Row = VisitFacts &
  Omit<CustomerView, 'state' | 'technician' | 'moved'> & {
    hash: string;
    chain: number[];
    operation: string;
    firstName: string | null;
  };

/** More often than this nobody reschedules; a chain that is broken into a ring ends too. */
const longestChain = 100;

/** The visits behind the links of these hashes (in hex), each the newest of its chain; links that are over are absent. */
export async function listExternalVisits(db: Db, hashes: string[]): Promise<Map<string, ExternalVisit>> {
  const rows = await db.sql<Row[]>`
    with recursive chain as (
      select encode(l.token_hash, 'hex') as hash, v.id, v.rescheduled_next, array[v.id] as chain
      from visit_links l join visits v on v.id = l.visit_id
      where l.token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
        and l.expires_at > now() and l.revoked_at is null
      union all
      select c.hash, n.id, n.rescheduled_next, c.chain || n.id from chain c join visits n on n.id = c.rescheduled_next
      where cardinality(c.chain) < ${longestChain}::int and n.id <> all(c.chain)
    ), newest as (
      select distinct on (hash) hash, id, chain from chain order by hash, cardinality(chain) desc
    )
    select c.hash, c.chain, v.operation, v.day, s.name as slot_name, s.from_hour, s.to_hour, t.text as order_type_name,
      o.name as operation_name, o.on_the_way_allowed as departs, u.first_name, v.technician_id, v.status_id, v.reason_id,
      v.on_the_way, v.delayed, v.delayed_while_on_the_way, v.finished, v.cancelled, v.rescheduled, v.detached
    from newest c join visits v on v.id = c.id join slots s on s.id = v.slot_id
    join order_types t on t.value = v.order_type join operations o on o.code = v.operation
    left join technicians e on e.id = v.technician_id left join users u on u.id = e.user_id`;
  return new Map(rows.map((row) => [row.hash, shape(row)]));
}

/** Field by field: what is not named here does not leave. */
function shape(row: Row): ExternalVisit {
  const { day, slotName, fromHour, toHour, orderTypeName, operationName, departs, chain, operation } = row;
  const technician = row.onTheWay ? row.firstName : null;
  const more = { state: customerState(row), technician, departs, moved: chain.length > 1 };
  return {
    view: { day, slotName, fromHour, toHour, orderTypeName, operationName, ...more },
    operation,
    chain,
  };
}

/** Which of these links (by their hash in hex) still open anything. */
export async function listOpenLinks(db: Db, hashes: string[]): Promise<Set<string>> {
  const rows = await db.sql<{ hash: string }[]>`
    select encode(token_hash, 'hex') as hash from visit_links
    where token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
      and expires_at > now() and revoked_at is null`;
  return new Set(rows.map(({ hash }) => hash));
}
