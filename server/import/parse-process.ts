import { importLimits } from '../../machines/wire/import-lines.ts';
import type { ParseAnswer, ParseRequest } from './parser.ts';
import { inBatches, openSheet, type SheetRow } from './sheet.ts';
import { bytesSource, UnusableFile } from './source.ts';

// The process that parses one file that a screen sent (`parser.ts` starts it), so that a workbook's seconds of work are
// not the web process's, and one that unpacks to more than the memory ends here. The whole file is read before its first
// row is given: of a file that breaks off, or has too many rows, nothing is imported.

/** Also what a workbook unpacks to, which is no part of the heap that `parser.ts` limits. */
const mostMemory = 700_000_000;
const lookMs = 50;

const answer = (message: ParseAnswer) => process.send!(message);

async function parse(bytes: Uint8Array): Promise<SheetRow[][]> {
  const { rows, ...sheet } = await openSheet(bytesSource(Buffer.from(bytes)));
  const batches: SheetRow[][] = [];
  let count = 0;
  for await (const batch of inBatches(rows)) {
    count += batch.length;
    if (count > importLimits.rows) {
      const most = importLimits.rows.toLocaleString('es-AR');
      throw new UnusableFile(`tiene más de ${most} filas: importala en el servidor, con npm run import.`);
    }
    batches.push(batch);
  }
  answer({ sheet: { ...sheet, count } });
  return batches;
}

let batches: SheetRow[][] = [];
process.on('message', (request: ParseRequest) => {
  if (request === 'next') {
    answer({ rows: batches.shift() ?? null });
    return;
  }
  parse(request.bytes).then(
    (parsed) => {
      batches = parsed;
    },
    (error: unknown) => {
      if (!(error instanceof UnusableFile)) throw error;
      answer({ problem: error.message });
    },
  );
});
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches it too: its web process ends it.
process.on('SIGINT', () => {});
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(1);
}, lookMs).unref();
