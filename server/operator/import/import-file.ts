import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Added } from '../../../db/commands/intake/kind.ts';
import { type KindName, kinds, takeIn } from '../../../db/commands/intake/take-in.ts';
import type { Context } from '../../../db/record/transact.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { columnOf, hintFor, kindOf, rowOf } from './columns.ts';
import { findDialect, guarded, lineOf, readCsv, UnusableFile } from './csv.ts';
import type { Encoding } from './encoding.ts';
import { isWorkbook, readXlsx } from './xlsx.ts';

/** The counts of a file's rows. */
export type Imported = {
  kind: KindName;
  /** Of a CSV file; null: a workbook. */
  encoding: Encoding | null;
  received: number;
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** Taken, with a telephone or an address that cannot be used. */
  marked: number;
  /** Names that the catalogues did not have. */
  added: Added[];
  /** Columns without a field of this kind. */
  ignored: string[];
};

/** Rows in memory at a time; the intake splits them into transactions. */
const batch = 500;

/**
 * Imports the rows of a CSV file or of a workbook's first sheet, in order, through the API's intake. Refused rows go to `errorFile`, unchanged
 * and with the reason in a last column; it is made when there is one.
 *
 * @throws UnusableFile before anything is imported when the header is invalid, or where the file breaks off
 */
export async function importFile(
  context: Context,
  options: { path: string; kind: KindName | null; dryRun: boolean; errorFile: string },
  onProgress: (bytes: number) => void,
): Promise<Imported> {
  const dialect = (await isWorkbook(options.path)) ? null : await findDialect(options.path);
  const rows = dialect ? readCsv(options.path, dialect, onProgress) : readXlsx(options.path, onProgress);
  const header = (await rows.next()).value as string[] | undefined;
  if (!header) throw new UnusableFile(`${options.path}: el archivo está vacío.`);
  const kind = options.kind ?? kindOf(header);
  const wanted = kind ? kinds[kind].numberField : 'ot_number, client_id o ticket_number';
  const names = header.map((name) => name.trim().toLowerCase());
  if (!kind || !names.includes(kinds[kind].numberField))
    throw new UnusableFile(
      `${options.path}: la primera línea nombra las columnas, y ninguna se llama ${wanted}.`,
    );
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice) throw new UnusableFile(`${options.path}: la columna ${twice} está dos veces.`);

  const columns = header.map((name) => columnOf(kind, name));
  const ignored = header.filter((name, at) => !columns[at] && name.trim() !== '');
  const counts = { received: 0, created: 0, changed: 0, unchanged: 0, refused: 0, marked: 0 };
  const total: Imported = { kind, encoding: dialect?.encoding ?? null, ...counts, added: [], ignored };
  const errors = errorWriter(options.errorFile, header, dialect?.delimiter ?? ';');
  const promised = new Set<string>();

  const take = async (some: string[][]) => {
    const bad = new Map<number, string>();
    const good: Record<string, unknown>[] = [];
    const placeOf: number[] = [];
    for (const [at, cells] of some.entries()) {
      if (cells.length > header.length)
        bad.set(at, `La fila tiene ${cells.length} columnas y el encabezado ${header.length}.`);
      else placeOf[good.push(rowOf(columns, cells)) - 1] = at;
    }
    const report = await takeIn(context, kind, good, { dryRun: options.dryRun, promised });
    if (isRefusal(report)) throw new Error(report.text);
    for (const { row, field, message } of report.errors) {
      const at = placeOf[row - 1]!;
      bad.set(at, field ? `${field}: ${hintFor(header, some[at]!, field) ?? message}` : message);
    }
    for (const outcome of ['created', 'changed', 'unchanged', 'marked'] as const)
      total[outcome] += report[outcome];
    total.added.push(...report.added);
    total.received += some.length;
    total.refused += bad.size;
    for (const [at, message] of [...bad].sort(([a], [b]) => a - b)) await errors.add(some[at]!, message);
  };

  try {
    let some: string[][] = [];
    for await (const cells of rows) {
      some.push(cells);
      if (some.length < batch) continue;
      await take(some);
      some = [];
    }
    if (some.length > 0) await take(some);
  } finally {
    await errors.close();
  }
  return total;
}

/** The file of refused rows: the same columns and `error`, to be corrected and imported again. */
function errorWriter(path: string, header: string[], delimiter: string) {
  const kept = header.map((name) => name.trim().toLowerCase() !== 'error');
  let file: WriteStream | undefined;
  const write = async (cells: string[], last: string) => {
    const ownCells = header.map((_, at) => cells[at] ?? '').filter((_, at) => kept[at]);
    const more = cells.slice(header.length);
    const line = lineOf([...ownCells, last, ...more].map(guarded), delimiter);
    if (!file!.write(line)) await once(file!, 'drain');
  };
  return {
    async add(cells: string[], message: string) {
      if (!file) {
        file = createWriteStream(path);
        file.write('\ufeff');
        await write(header, 'error');
      }
      await write(cells, message);
    },
    async close() {
      if (file) await finished(file.end());
    },
  };
}
