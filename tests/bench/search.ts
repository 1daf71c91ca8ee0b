import type { Db } from '../../db/connection/open.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { readQuestion } from '../../machines/search/question.ts';
import { type Bench, startCallers, startProductServer, stopAll } from './bench.ts';
import { postText } from './http-connection.ts';
import { addManyClients } from './many-clients.ts';
import { alternate, atMost, beside, type Line, limit, median, quantile } from './measure.ts';
import { addDispatcher } from './people.ts';

const size = { clients: 5_000_000, operations: 20 };
const askedEachRound = 40;

type Client = { name: string; telephone: string; id: string; address: string };

/** What people type of a client, by what a line of the table calls it. */
const typed = new Map<string, (client: Client, n: number) => string>([
  ['name and surname, an error in the surname', ({ name }, n) => slip(name, n)],
  ['a surname, an error in it', ({ name }, n) => slip(name.split(' ').at(-1)!, n)],
  ['name and surname', ({ name }) => name],
  ['a first name alone', ({ name }) => name.split(' ')[0]!],
  ['the first three letters of a surname', ({ name }) => name.split(' ').at(-1)!.slice(0, 3)],
  ['street and number', ({ address }) => address],
  ['a telephone', ({ telephone }) => telephone],
  ['the last six digits of a telephone', ({ telephone }) => telephone.slice(-6)],
  ['a client’s number', ({ id }) => id],
]);

/** P24: the call `search` among five million clients, beside the two bare queries that find by a name with an error. */
export async function benchSearch(bench: Bench): Promise<Line[]> {
  const { db, url } = bench.record;
  bench.log(`P24: ${size.clients} clients of ${size.operations} operations`);
  const codes = await addManyClients(url, size.clients, size.operations);
  const asked = await listClients(db, codes, askedEachRound * (bench.rounds + 1));
  const [token] = await addDispatcher(db.sql, codes, 1, everyPermission);
  const [product, callers] = await Promise.all([startProductServer(bench), startCallers()]);
  const lines: Line[] = [];
  try {
    const port = await product.call('port');
    for (const [what, text] of typed) {
      const ours: number[] = [];
      const floors: number[] = [];
      let round = 0;
      const texts = () => {
        const from = Math.floor(round++ / 2) * askedEachRound;
        return asked.slice(from, from + askedEachRound).map((client, n) => text(client, n));
      };
      const sides = [
        async () => void floors.push(...(await askBare(db, codes, texts()))),
        async () => {
          const queue = texts().map((text) => postText('/v1/search', token!, { text }));
          ours.push(...(await callers.call('each', { port, queues: [queue] })).times);
        },
      ];
      await alternate(1, sides);
      ours.length = 0;
      floors.length = 0;
      await alternate(bench.rounds, sides);
      if (lines.length === 0)
        lines.push(atMost('P24', `${what}, p50`, 'ms', median(ours), median(floors), 2));
      else lines.push(beside('P24', `${what}, p50`, 'ms', median(ours), median(floors)));
      lines.push(limit('P24', `${what}, p95`, 'ms', quantile(ours, 0.95), 50));
    }
    return lines;
  } finally {
    await stopAll(product, callers);
  }
}

/** Clients from everywhere in the record, the same ones in every run. */
async function listClients({ sql }: Db, codes: string[], count: number): Promise<Client[]> {
  const [first] = codes;
  const each = size.clients / size.operations;
  const ids = Array.from({ length: count }, (_, n) => {
    const code = Number(first) + (n % codes.length);
    return `${code}${String((n * 7919) % each).padStart(8, '0')}`;
  });
  const rows = await sql<Client[]>`select id, name, telephone, address from clients where id = any(${ids})`;
  if (rows.length !== new Set(ids).size) throw new Error('P24 asks for clients that are not there');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)!);
}

/** The least that finds by words of which one has an error: the words that are alike, then one probe of the index. */
async function askBare({ sql }: Db, codes: string[], texts: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const text of texts) {
    const begun = performance.now();
    const words = readQuestion(text)?.words ?? [];
    const last = words.at(-1)!;
    const alike = await sql<{ term: string }[]>`
      select term from search_terms where term % ${last} order by similarity(term, ${last}) desc limit 12`;
    const ends = [last, ...alike.map(({ term }) => term)];
    const of = (code: string) =>
      [
        ...words.slice(0, -1).map((word) => code + word),
        `(${ends.map((word) => code + word).join(' | ')})`,
      ].join(' & ');
    await sql`
      select id, name, address, location from clients
      where search_words(operation, name || ' ' || address || ' ' || location)
        @@ ${codes.map((code) => `(${of(code)})`).join(' | ')}::tsquery limit 20`;
    times.push(performance.now() - begun);
  }
  return times;
}

/** The text with its last word typed wrong: two letters swapped, one left out, or one taken for another. */
function slip(text: string, n: number): string {
  const at = text.length - 2 - (n % 3);
  if (n % 3 === 0) return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
  if (n % 3 === 1) return text.slice(0, at) + text.slice(at + 1);
  return `${text.slice(0, at)}${text[at] === 'e' ? 'a' : 'e'}${text.slice(at + 1)}`;
}
