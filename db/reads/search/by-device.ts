import { searchLimits } from '../../../machines/search/question.ts';
import type { Db } from '../../connection/open.ts';
import type { Found } from './found.ts';

/**
 * Clients by the MAC or the serial of a device of theirs, or its beginning, whatever separates its letters and digits. The
 * detail is what matched.
 *
 * @param code letters and digits, in lower case
 */
export async function listByDevice(
  { sql }: Pick<Db, 'sql'>,
  operations: string[],
  code: string,
): Promise<Found[]> {
  const most = sql.unsafe(String(searchLimits.items));
  const beyond = `${code}~`;
  const begun = (column: 'mac' | 'serial', name: string) => {
    const field = sql.unsafe(column);
    const plain = sql`lower(regexp_replace(${field}, '[^0-9A-Za-z]', '', 'g')) collate "C"`;
    return sql`
      select d.client_id, concat_ws(' · ', nullif(d.type, ''), ${name} || ' ' || d.value) as detail, d.plain <> ${code} as longer
      from unnest(${operations}::text[]) as o (code), lateral (
        select client_id, type, ${field} as value, (${plain}) as plain from client_devices
        where left(client_id, 3) = o.code and ${field} <> ''
          and (${plain}) >= ${code} collate "C" and (${plain}) < ${beyond} collate "C"
        order by ${plain} limit ${most}) d`;
  };
  return [
    ...(await sql<Found[]>`
      select 'client' as kind, c.id as number, c.name as title, d.detail, c.operation
      from (${begun('mac', 'MAC')} union all ${begun('serial', 'Serie')}) d join clients c on c.id = d.client_id
      order by d.longer, c.name, c.id limit ${most}`),
  ];
}
