import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Encoding } from './encoding.ts';
import type { SheetRow } from './sheet.ts';
import { UnusableFile } from './source.ts';

export type ParseRequest = { bytes: Uint8Array } | 'next';
type ParsedSheet = { encoding: Encoding | null; delimiter: string; header: string[]; count: number };
export type ParseAnswer =
  | { sheet: ParsedSheet }
  | { problem: string }
  /** Null: there are no more. */
  | { rows: SheetRow[] | null };

/** A file of 20 MB takes some 10 s of a core. */
const longestMs = 45_000;
const mostHeapMegabytes = 512;

const unreadable =
  "no se puede leer: tarda demasiado o ocupa demasiado al abrirse. Guardá la planilla como 'CSV UTF-8'.";

/** A file that was read in a process of its own; `close` ends that process, before the last row too. */
export type ApartSheet = ParsedSheet & { batches: AsyncGenerator<SheetRow[]>; close(): void };

/** Bundled by `server/build.mjs` into dist/, beside this file's chunk, or run from the source by tsx. */
const isBundled = !import.meta.url.endsWith('.ts');
const program = isBundled ? './parse-sheet.js' : './parse-process.ts';

/** Reads a file whole, in a process of its own. @throws UnusableFile */
export async function openApart(bytes: Buffer): Promise<ApartSheet> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [], {
    execArgv: [
      `--max-old-space-size=${mostHeapMegabytes}`,
      ...(isBundled ? ['--enable-source-maps'] : ['--import', 'tsx']),
    ],
    // Neither secrets nor the database's address are of use to it.
    env: { PATH: process.env.PATH ?? '', NODE_ENV: process.env.NODE_ENV ?? '' },
    serialization: 'advanced',
    // What it says where its memory ends is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It does not keep its web process from ending, and leaves the cores to it.
  child.unref();
  child.channel?.unref();
  const close = () => void child.kill('SIGKILL');
  const tooLong = setTimeout(close, longestMs);
  try {
    lowerPriority(child);
    const answer = await ask(child, { bytes });
    if ('problem' in answer) throw new UnusableFile(answer.problem);
    if (!('sheet' in answer)) throw new Error('The process that parses files answered out of turn.');
    return { ...answer.sheet, batches: batchesOf(child), close };
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(tooLong);
  }
}

async function* batchesOf(child: ChildProcess): AsyncGenerator<SheetRow[]> {
  for (;;) {
    const answer = await ask(child, 'next');
    if (!('rows' in answer) || answer.rows === null) return;
    yield answer.rows;
  }
}

/** @throws UnusableFile where the process ends instead of answering: its memory or its time was over */
function ask(child: ChildProcess, request: ParseRequest): Promise<ParseAnswer> {
  return new Promise((done, fail) => {
    const settle = () => {
      child.off('message', receive).off('exit', onExit).off('error', onError);
    };
    const receive = (answer: ParseAnswer) => {
      settle();
      done(answer);
    };
    const onExit = () => {
      settle();
      fail(new UnusableFile(unreadable));
    };
    const onError = (error: Error) => {
      settle();
      fail(error);
    };
    child.on('message', receive).once('exit', onExit).once('error', onError);
    if (child.exitCode !== null || child.signalCode !== null) onExit();
    else child.send(request, (error) => error && child.connected && onError(error));
  });
}

function lowerPriority({ pid }: ChildProcess) {
  try {
    setPriority(pid!, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not everywhere allowed, and only a courtesy.
  }
}
