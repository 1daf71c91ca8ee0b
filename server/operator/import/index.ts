import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { Db } from '../../../db/connection/open.ts';
import { listVersions } from '../../../db/feed/operation-version.ts';
import type { Context } from '../../../db/record/transact.ts';
import { operate } from '../operate.ts';
import { readWish, usage, type Wish } from './arguments.ts';
import { UnusableFile } from './csv.ts';
import { type Imported, importFile } from './import-file.ts';

// The entrance of `npm run import`. It ends with 0 when every row was taken, 1 when some were refused,
// 2 when the file or the command line cannot be used or the record is out of reach.

process.exitCode = await main().catch((error: unknown) =>
  complain((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2));
  if (!wish) return complain(usage);
  // npm starts its scripts in the project's folder: a path is meant from where the person stands.
  const from = process.env.INIT_CWD ?? process.cwd();
  const path = resolve(from, wish.file);
  const errorFile = wish.errors ? resolve(from, wish.errors) : `${path.replace(/\.csv$/i, '')}.errores.csv`;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    return complain(`${wish.file}: there is no such file.`);
  if (errorFile === path)
    return complain('--errors: the file of errors must be another than the file itself.');
  return operate((db) => run(db, wish, path, errorFile, relative(from, errorFile)));
}

async function run(db: Db, wish: Wish, path: string, errorFile: string, shownErrors: string) {
  const bar = progressBar();
  try {
    const codes = (await listVersions(db)).map(({ code }) => code);
    const unknown = wish.operations?.filter((code) => !codes.includes(code)) ?? [];
    if (unknown.length > 0) return complain(`--operations: there is no operation ${unknown.join(', ')}.`);
    const context: Context = { db, actor: operator(wish.operations ?? codes) };
    bar?.start(statSync(path).size, 0);
    const imported = await importFile(context, { ...wish, path, errorFile }, (bytes) => bar?.update(bytes));
    bar?.stop();
    tell(imported, wish.dryRun, shownErrors);
    return imported.refused > 0 ? 1 : 0;
  } catch (error) {
    bar?.stop();
    if (!(error instanceof UnusableFile))
      console.error('What was taken before stays: importing the file again does no harm.');
    throw error;
  }
}

/** Whoever runs commands on the machine reaches every operation, or those named. */
function operator(operations: string[]): Context['actor'] {
  const who = { userId: 0, username: '', fullName: 'Importación', technicianId: null };
  return { ...who, operations, permissions: ['can_import_records'] };
}

/** Only for somebody who watches, and not where the summary goes. */
function progressBar(): SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const format = '{bar} {percentage}% · faltan {eta_formatted}';
  return new SingleBar({ format, stream: process.stderr, hideCursor: true, barsize: 40 });
}

function tell({ kind, ignored, ...counts }: Imported, dryRun: boolean, errorFile: string) {
  const what = { orders: 'OTs', clients: 'Clientes', tickets: 'Tickets' }[kind];
  const show = (count: number) => count.toLocaleString('es-AR');
  if (ignored.length > 0) console.log(`Columnas ignoradas: ${ignored.join(', ')}`);
  if (dryRun) console.log('Simulacro: no se escribió nada.');
  console.log(
    `${what}: filas recibidas ${show(counts.received)}, nuevas ${show(counts.created)}, cambiadas ${show(counts.changed)}, sin cambios ${show(counts.unchanged)}, rechazadas ${show(counts.refused)}.`,
  );
  if (counts.refused > 0) console.log(`Filas rechazadas, con su motivo: ${errorFile}`);
}

function complain(...lines: string[]): number {
  for (const line of lines) console.error(line);
  return 2;
}
