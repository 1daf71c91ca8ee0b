import { searchLimits } from '../../../machines/search/question.ts';
import { longestNumber } from '../../../machines/telephone/read-number.ts';
import { typedNumber } from '../../../machines/telephone/typed-number.ts';
import type { Db } from '../../connection/open.ts';
import type { Fragment } from '../../connection/sql.ts';
import { listPlans } from '../settings/telephone-plan.ts';
import type { Found } from './found.ts';

/** The visit of this number, and orders and clients whose number it is, with or without the operation's code, or begins. */
export async function listByNumber(
  { sql }: Pick<Db, 'sql'>,
  operations: string[],
  kinds: Found['kind'][],
  digits: string,
): Promise<Found[]> {
  const whole = digits.length === 11 ? [digits] : [];
  const inside = digits.length <= 8 ? operations.map((code) => code + digits.padStart(8, '0')) : [];
  const numbers = [...whole, ...inside];
  const begins = digits.length < 11 && digits.length > 3 && operations.includes(digits.slice(0, 3));
  const [from, to] = begins ? [digits, `${digits}:`] : ['', ''];
  const visit = digits.length <= 9 ? Number(digits) : 0;
  const most = sql.unsafe(String(searchLimits.items));
  return [
    ...(await sql<Found[]>`
      with ordered as (
        (select number, client_id, operation, address from orders where number = any(${numbers}::text[]) and operation = any(${operations}::text[]))
        union (select number, client_id, operation, address from orders
          where number >= ${from} and number < ${to} and operation = any(${operations}::text[]) order by number limit ${most})),
      customers as (
        (select id, operation, name, address from clients where id = any(${numbers}::text[]) and operation = any(${operations}::text[]))
        union (select id, operation, name, address from clients
          where id >= ${from} and id < ${to} and operation = any(${operations}::text[]) order by id limit ${most}))
      select kind, number, title, detail, operation from (
        select 1 as place, 'order' as kind, o.number, c.name as title, coalesce(nullif(o.address, ''), c.address) as detail, o.operation
        from ordered o join clients c on c.id = o.client_id
        union all
        select 1, 'client', id, name, address, operation from customers
        union all
        select 2, 'visit', v.id::text, v.client_name, concat_ws(' · ', to_char(v.day, 'DD/MM/YYYY'), 'OT ' || v.order_number), v.operation
        from visits v where v.id = ${visit} and v.operation = any(${operations}::text[])) f
      where kind = any(${kinds}::text[])
      order by number <> all(${numbers}::text[]) and kind <> 'visit', place, number limit ${most}`),
  ];
}

/**
 * Clients and pending orders by the end of one of their telephones, whole as their town writes it, or by the beginning of
 * the first; and clients by the beginning of a document, or the number of identity inside a tax number. Each is asked in
 * the order of its index: a range that is not known when the plan is made seems so wide that reading the whole table for
 * the first twenty would seem cheaper.
 */
export async function listByTelephoneOrDocument(
  db: Pick<Db, 'sql' | 'telephones'>,
  operations: string[],
  kinds: Found['kind'][],
  { digits, beginnings }: { digits: string; beginnings: string[] },
): Promise<Found[]> {
  const { sql } = db;
  const { ends, wholes } = await readTyped(db, operations, digits);
  const most = sql.unsafe(String(searchLimits.items));
  const asNumber = sql`regexp_replace(telephone, '[^0-9]', '', 'g') collate "C"`;
  const client = sql`id, name, telephone, operation`;
  const order = sql`number, client_id, telephone, operation`;
  return [
    ...(await sql<Found[]>`
      with ended as (
        select e.query::tsquery as query, ${operations}::text[] as codes, 50 + e.place as place
        from unnest(${ends.map(lastFirst)}::text[]) with ordinality as e (query, place)
        union all
        select w.query::tsquery, string_to_array(w.codes, ' '), w.place
        from unnest(${wholes.map(({ query }) => query)}::text[], ${wholes.map(({ codes }) => codes.join(' '))}::text[])
          with ordinality as w (query, codes, place)),
      begun as (select o.code, b.beginning, b.beginning || ':' as beyond, 100 + b.place as place
        from unnest(${beginnings}::text[]) with ordinality as b (beginning, place), unnest(${operations}::text[]) as o (code))
      select kind, number, title, detail, operation from (
        ${selectByDocument(db, operations, digits)}
        union all
        select place, 'client', c.id, c.name, c.telephone, c.operation from ended e, lateral (
          select ${client} from clients where telephone is not null and operation = any(e.codes)
            and search_numbers(telephone) @@ e.query limit ${most}) c
        union all
        select place, 'client', c.id, c.name, c.telephone, c.operation from begun b, lateral (
          select ${client} from clients where telephone is not null and operation = b.code
            and (${asNumber}) >= b.beginning collate "C" and (${asNumber}) < b.beyond collate "C"
          order by ${asNumber} limit ${most}) c
        union all
        select place, 'order', o.number, c.name, o.telephone, o.operation from (
          select e.place, o.* from ended e, lateral (
            select ${order} from orders where status_id <= 2 and telephone <> '' and operation = any(e.codes)
              and search_numbers(telephone) @@ e.query limit ${most}) o
          union all
          select b.place, o.* from begun b, lateral (
            select ${order} from orders where status_id <= 2 and telephone <> '' and operation = b.code
              and (${asNumber}) >= b.beginning collate "C" and (${asNumber}) < b.beyond collate "C"
            order by ${asNumber} limit ${most}) o) o
        join clients c on c.id = o.client_id) f
      where kind = any(${kinds}::text[])
      order by place, kind, title, number limit ${most}`),
  ];
}

/** As rows of the search, clients whose document begins so, or has this number inside its tax number, or inside begins so. */
function selectByDocument({ sql }: Pick<Db, 'sql'>, operations: string[], digits: string): Fragment {
  const most = sql.unsafe(String(searchLimits.items));
  const [from, to] = digits.length >= 6 ? [digits, `${digits}:`] : ['', ''];
  const inner = digits.length === 11 ? digits.slice(2, 10).replace(/^0+/, '') : '';
  const asDocument = sql`regexp_replace(document, '[^0-9A-Za-z]', '', 'g') collate "C"`;
  const innerDocument = sql`search_inner_document(document) collate "C"`;
  const matching = (condition: Fragment, column: Fragment) => sql`
    select 0 as place, 'client' as kind, id as number, name as title, document as detail, operation from (
      select * from clients where document is not null and operation = any(${operations}::text[]) and ${condition}
      order by ${column} limit ${most}) d`;
  return sql`
    ${matching(sql`(${asDocument}) >= ${from} and (${asDocument}) < ${to}`, asDocument)}
    union all
    ${matching(sql`(${asDocument}) = ${inner} and ${inner} <> ''`, asDocument)}
    union all
    ${matching(sql`search_inner_document(document) is not null and (${innerDocument}) >= ${from} and (${innerDocument}) < ${to}`, innerDocument)}`;
}

/** The query of `search_numbers` for numbers that end so. */
const lastFirst = (digits: string) => `${whole(digits)}:*`;
const whole = (digits: string) => [...digits.slice(-longestNumber)].reverse().join('');

/**
 * What the typed number may end with in the record; and what it is whole in the operations of its town: those whose area
 * code it has, or is not known.
 */
async function readTyped(
  db: Pick<Db, 'sql' | 'telephones'>,
  operations: string[],
  digits: string,
): Promise<{ ends: string[]; wholes: { query: string; codes: string[] }[] }> {
  const plans = await listPlans(db, operations);
  const { ends, towns } = typedNumber(digits, [...plans.values(), db.telephones]);
  const codesOf = (areaCode: string) =>
    operations.filter((code) =>
      [areaCode, null].includes(plans.get(code)?.areaCode ?? db.telephones.areaCode),
    );
  const wholes = towns.flatMap(({ areaCode, numbers }) => [
    { query: numbers.map(whole).join(' | '), codes: codesOf(areaCode) },
  ]);
  return { ends, wholes };
}
