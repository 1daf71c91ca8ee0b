import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { Db } from '../../../db/connection/open.ts';
import { listVersions } from '../../../db/feed/operation-version.ts';
import type { Context } from '../../../db/record/transact.ts';
import { readSettings } from '../../../machines/process/settings.ts';
import { UnusableFile } from '../../import/source.ts';
import { operate } from '../operate.ts';
import { type ImportArguments, readArguments, usage } from './arguments.ts';
import { type Imported, importFile } from './import-file.ts';

// The entry point of `npm run import`. Exit codes: 1 refused rows, 2 invalid input or no database.

process.exitCode = await main().catch((error: unknown) =>
  printErrors((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (!options) return printErrors(usage);
  // npm runs scripts in the project's directory: paths are relative to the user's.
  const from = process.env.INIT_CWD ?? process.cwd();
  const path = resolve(from, options.file);
  const errorFile = options.errors
    ? resolve(from, options.errors)
    : `${path.replace(/\.(csv|xlsx)$/i, '')}.errores.csv`;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    return printErrors(`${options.file}: no existe ese archivo.`);
  if (errorFile === path)
    return printErrors('--errors: el archivo de errores tiene que ser otro que el que se importa.');
  return operate((db) => run(db, options, path, errorFile, relative(from, errorFile)));
}

async function run(db: Db, options: ImportArguments, path: string, errorFile: string, shownErrors: string) {
  const bar = progressBar();
  try {
    const codes = (await listVersions(db)).map(({ code }) => code);
    const unknown = options.operations?.filter((code) => !codes.includes(code)) ?? [];
    if (unknown.length > 0) return printErrors(`--operations: no existe la operación ${unknown.join(', ')}.`);
    const answer = readSettings({ MAP_BOUNDS: process.env.MAP_BOUNDS });
    if (!answer.ok) throw new Error(answer.problems.join('\n'));
    const { bounds } = answer.settings;
    const context: Context = { db, actor: operator(options.operations ?? codes), bounds };
    bar?.start(statSync(path).size, 0);
    const imported = await importFile(context, { ...options, path, errorFile }, (bytes) =>
      bar?.update(bytes),
    );
    bar?.stop();
    printSummary(imported, options.dryRun, shownErrors);
    return imported.refused > 0 ? 1 : 0;
  } catch (error) {
    bar?.stop();
    if (error instanceof UnusableFile) throw new Error(`${path}: ${error.message}`);
    console.error('Lo que ya se tomó queda: se puede importar el archivo de nuevo.');
    throw error;
  }
}

/** An operator reaches every operation, or those named. */
function operator(operations: string[]): Context['actor'] {
  const person = { userId: 0, username: '', fullName: 'Importación', technicianId: null };
  return { ...person, operations, permissions: ['can_import_records'] };
}

/** Only on a terminal, and on stderr: the summary goes to stdout. */
function progressBar(): SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const format = '{bar} {percentage}% · faltan {eta_formatted}';
  return new SingleBar({ format, stream: process.stderr, hideCursor: true, barsize: 40 });
}

function printSummary({ kind, encoding, ignored, ...counts }: Imported, dryRun: boolean, errorFile: string) {
  const what = { orders: 'OTs', clients: 'Clientes', tickets: 'Tickets' }[kind];
  const show = (count: number) => count.toLocaleString('es-AR');
  if (encoding !== null && encoding !== 'utf-8')
    console.log(`Codificación: ${{ 'utf-16le': 'UTF-16', 'windows-1252': 'Windows-1252' }[encoding]}.`);
  if (ignored.length > 0) console.log(`Columnas ignoradas: ${ignored.join(', ')}`);
  if (dryRun) console.log('Simulacro: no se escribió nada.');
  console.log(
    `${what}: filas recibidas ${show(counts.received)}, nuevas ${show(counts.created)}, cambiadas ${show(counts.changed)}, sin cambios ${show(counts.unchanged)}, rechazadas ${show(counts.refused)}.`,
  );
  if (counts.marked > 0)
    console.log(
      `Filas tomadas con un teléfono o un correo que no se puede usar: ${show(counts.marked)}. Se ven marcados en el cliente.`,
    );
  for (const [kind, label] of Object.entries({
    symptom: 'Síntomas',
    node: 'Nodos',
    order_type: 'Tipos de OT',
  })) {
    const names = counts.added.filter((newName) => newName.kind === kind).map(({ name }) => name);
    if (names.length > 0)
      console.log(`${label} que no estaban: ${names.slice(0, 20).join(', ')}${names.length > 20 ? '…' : ''}`);
  }
  if (counts.refused > 0) console.log(`Filas rechazadas, con su motivo: ${errorFile}`);
}

function printErrors(...lines: string[]): number {
  for (const line of lines) console.error(line);
  return 2;
}
