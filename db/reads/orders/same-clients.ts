import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';

/** Another client of the operation who seems to be the same person or household. */
export type SameClient = { id: string; name: string; by: 'document' | 'address' };

/** More are not of use: who sees these looks further by the search. */
const most = 5;

/**
 * Clients of the same operation with the same document, or with the same name and address as the search reads them,
 * whatever the order of the names. Nothing is merged.
 *
 * @param id of a client within the actor's operations; of another one there are none
 */
export async function listSameClients(
  { sql }: Pick<Db, 'sql'>,
  actor: Pick<Actor, 'operations'>,
  id: string,
): Promise<SameClient[]> {
  return sql<SameClient[]>`
    with asked as materialized (
      select id, operation, name, address,
        regexp_replace(document, '[^0-9A-Za-z]', '', 'g') collate "C" as document,
        array_to_string(array(
          select quote_literal(w.lexeme) from unnest(search_words(operation, name || ' ' || address)) w), ' & ')::tsquery as words
      from clients where id = ${id} and operation = any(${operationsOf(actor)}::text[]))
    select distinct on (id) id, name, by from (
      select c.id, c.name, 'document' as by
      from asked a join clients c on regexp_replace(c.document, '[^0-9A-Za-z]', '', 'g') collate "C" = a.document
      where c.document is not null and c.operation = a.operation and c.id <> a.id and length(a.document) >= 6
      union all
      select c.id, c.name, 'address'
      from asked a join clients c on search_words(c.operation, c.name || ' ' || c.address || ' ' || c.location) @@ a.words
      -- The words carry their operation.
      where c.id <> a.id and search_plain(a.name) <> '' and search_plain(a.address) <> ''
        and search_words('', c.name) = search_words('', a.name) and search_plain(c.address) = search_plain(a.address)
    ) found
    order by id, by desc limit ${most}`;
}
