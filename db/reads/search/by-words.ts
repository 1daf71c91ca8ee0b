import { searchLimits } from '../../../machines/search/question.ts';
import type { Db } from '../../connection/open.ts';
import type { Found } from './found.ts';

/** Pending orders of a node that are looked through for the other words. */
const ordersOfNodes = 300;

/**
 * Clients, those first whose name says it all, then pending orders by their own address or their node, in which every word has one of its readings.
 * One probe of the index an operation (`search_words`), in the order given, until there are enough: what is common costs
 * the first operations alone, what is rare is looked for in all.
 *
 * @param kinds what the asker may look up: what is left out has no place among those that are counted
 * @param readings of each word, of letters and digits; with ':*' at its end it is the beginning of a word
 */
export async function listByWords(
  { sql }: Pick<Db, 'sql'>,
  operations: string[],
  kinds: Found['kind'][],
  readings: string[][],
): Promise<Found[]> {
  const of = (operation: string, join: ' & ' | ' | ') =>
    readings.map((list) => `(${list.map((word) => operation + word).join(' | ')})`).join(join);
  const all = operations.map((operation) => of(operation, ' & '));
  const any = operations.map((operation) => of(operation, ' | '));
  const inName = readings.map((list) => `(${list.join(' | ')})`).join(' & ');
  const most = sql.unsafe(String(searchLimits.items * 2));
  return [
    ...(await sql<Found[]>`
      with asked as (select * from unnest(${operations}::text[], ${all}::text[], ${any}::text[]) as a (code, every_word, some_word)),
      named as (
        select c.* from asked a, lateral (
          select c.id, c.operation, c.name, c.address, c.location from clients c
          where search_words(c.operation, c.name || ' ' || c.address || ' ' || c.location) @@ a.every_word::tsquery
          limit ${most}) c
        where ${kinds.includes('client')} limit ${most}),
      placed as (
        select w.* from asked a, lateral (
          select w.number, w.client_id, w.operation, w.address, w.location from orders w
          where w.status_id <= 2 and search_words(w.operation, w.address || ' ' || w.location) @@ a.every_word::tsquery
          limit ${most}) w
        where ${kinds.includes('order')} limit ${most}),
      noded as (
        select w.number, w.client_id, w.operation, coalesce(nullif(w.address, ''), c.address) as address, n.name as node
        from asked a
        join nodes n on n.operation = a.code and search_words(n.operation, n.name) @@ a.some_word::tsquery
        join lateral (select * from orders w where w.node_id = coalesce(n.merged_into, n.id) and w.status_id <= 2
          limit ${sql.unsafe(String(ordersOfNodes))}) w on true
        join clients c on c.id = w.client_id
        where search_words(w.operation, concat_ws(' ', n.name, c.name, c.address, c.location, w.address, w.location))
          @@ a.every_word::tsquery
        limit ${sql.unsafe(String(searchLimits.items))})
      select kind, number, title, detail, operation from (
        select case when search_words('', name) @@ ${inName}::tsquery then 0 else 1 end as place, 'client' as kind, id as number, name as title, concat_ws(' · ', nullif(address, ''), nullif(location, '')) as detail, operation from named
        union all
        select 2, 'order', p.number, c.name, concat_ws(' · ', nullif(p.address, ''), nullif(p.location, '')), p.operation
        from placed p join clients c on c.id = p.client_id
        union all
        select 3, 'order', o.number, c.name, concat_ws(' · ', o.node, nullif(o.address, '')), o.operation
        from noded o join clients c on c.id = o.client_id) f
      where kind = any(${kinds}::text[])
      order by place, title, number limit ${most}`),
  ];
}
