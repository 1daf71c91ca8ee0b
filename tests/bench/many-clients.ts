import { firstNames, lastNames, neighbourhoods, streets } from '../../db/seed/demo/words.ts';
import { dropIndexes, openForLoading } from '../../db/seed/load.ts';
import { addOperation } from '../support/record/fixtures.ts';

/**
 * Fill a record with so many clients, evenly in so many operations. A name is one of the demo's first names, those at the
 * beginning of the list far more often, and a surname: of the demo's list for six of ten, else one of some 20,000 made of
 * syllables. No other process may use the record until it ends.
 *
 * @returns the operations' codes
 */
export async function addManyClients(url: string, clients: number, operations: number): Promise<string[]> {
  const sql = openForLoading(url);
  try {
    const codes = Array.from({ length: operations }, (_, n) => String(700 + n));
    for (const code of codes) await addOperation(sql, { code });
    await sql`set session_replication_role = replica`; // what triggers would do is done for all rows at once
    await sql`set maintenance_work_mem = '384MB'`;
    await sql`set work_mem = '192MB'`;
    const taken = await sql.begin((tx) => dropIndexes(tx, ['clients']));
    const oneOf = (list: readonly string[], at: string) =>
      `(${array(list)})[1 + floor(${list.length} * (${at}))::int]`;
    const share = (salt: number) => `(hashint8(i * 8191 + ${salt})::bigint + 2147483648) / 4294967296.0`;
    const syllable = (salt: number) => oneOf(syllables, share(salt));
    const each = Math.floor(clients / operations);
    for (const code of codes)
      await sql.unsafe(`insert into clients (id, operation, name, status, address, location, telephone, document)
        select '${code}' || lpad((i % ${each})::text, 8, '0'), '${code}',
          ${oneOf(firstNames, `power(${share(1)}, 2)`)} || ' ' || case when ${share(2)} < 0.6
            then ${oneOf(lastNames, `power(${share(3)}, 2)`)}
            else initcap(${syllable(4)} || ${syllable(5)} || ${syllable(6)}) end,
          'Activo', ${oneOf(streets, share(7))} || ' ' || (50 + i * 97 % 3900), ${oneOf(neighbourhoods, share(8))},
          '0249 15-' || lpad((i * 7919 % 10000000)::text, 7, '0'), (12000000 + i * 127)::text
        from generate_series(${Number(code)}::bigint * ${each}, ${Number(code) + 1}::bigint * ${each} - 1) as i`);
    for (const { make } of [...taken.indexes, ...taken.constraints]) await sql.unsafe(make);
    await sql`
      insert into search_terms (term) select distinct word from (
        select regexp_split_to_table(search_plain(name || ' ' || address || ' ' || location), ' ') as word from clients) w
      where word ~ '^[a-z][a-z0-9]{2,39}$' and word not in (select term from search_terms)`;
    await sql`vacuum analyze clients`;
    await sql`vacuum analyze search_terms`;
    return codes;
  } finally {
    await sql.end();
  }
}

const array = (list: readonly string[]) =>
  `array[${list.map((word) => `'${word.replace(/'/g, "''")}'`).join(', ')}]`;

const syllables =
  'ba be bri ca ce cor da del do fa fer fon ga gue go ja jor lu lla ma men mi na ne no pa pe pon que ra ri ros sa sil so ta te tor va vi zu'.split(
    ' ',
  );
