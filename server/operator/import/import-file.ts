import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { KindName } from '../../../db/commands/intake/take-in.ts';
import type { Context } from '../../../db/record/transact.ts';
import type { Added, RowProblem } from '../../../machines/order/intake.ts';
import { refusedRowsFile } from '../../../machines/wire/refused-rows.ts';
import type { Encoding } from '../../import/encoding.ts';
import { importRows, planImport } from '../../import/import-rows.ts';
import { inBatches, openSheet } from '../../import/sheet.ts';
import { fileSource } from '../../import/source.ts';

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

/**
 * Imports the rows of a CSV file or of a workbook's first sheet. Refused rows go to `errorFile`, unchanged and with the
 * reason in a last column; it is made when there is one.
 *
 * @throws UnusableFile before anything is imported when the header is invalid, or where the file breaks off
 */
export async function importFile(
  context: Context,
  options: { path: string; kind: KindName | null; dryRun: boolean; errorFile: string },
  onProgress: (bytes: number) => void,
): Promise<Imported> {
  const sheet = await openSheet(await fileSource(options.path), onProgress);
  const plan = planImport(sheet.header, options.kind);
  const counts = { received: 0, created: 0, changed: 0, unchanged: 0, refused: 0, marked: 0 };
  const { kind, ignored } = plan;
  const total: Imported = { kind, encoding: sheet.encoding, ...counts, added: [], ignored };
  const errors = errorWriter(options.errorFile, sheet);
  try {
    for await (const { rows, added } of importRows(context, plan, inBatches(sheet.rows), options)) {
      total.added.push(...added);
      total.received += rows.length;
      for (const row of rows) {
        total[row.outcome]++;
        if (row.outcome === 'refused') await errors.add(row.cells, row.problem);
        else if (row.marks.length > 0) total.marked++;
      }
    }
  } finally {
    await errors.close();
  }
  return total;
}

/** Writes the file of refused rows; there is none without one. */
function errorWriter(path: string, { header, delimiter }: { header: string[]; delimiter: string }) {
  const lines = refusedRowsFile(header, delimiter);
  let file: WriteStream | undefined;
  return {
    async add(cells: string[], problem: RowProblem) {
      if (!file) {
        file = createWriteStream(path);
        file.write(lines.head);
      }
      if (!file.write(lines.row(cells, problem))) await once(file, 'drain');
    },
    async close() {
      if (file) await finished(file.end());
    },
  };
}
