import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { until } from '../until.ts';

/** util-linux's `script` gives a program a terminal of its own. */
const tool = '/usr/bin/script';

/**
 * A program with a user at its terminal.
 * @returns null where the system cannot give it one
 */
export function startTerminal(command: string[], env: NodeJS.ProcessEnv) {
  if (!existsSync(tool) || process.platform !== 'linux') return null;
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn(tool, ['-qec', quoted, '/dev/null'], { env });
  let shown = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      shown += piece.toString();
    });
  return {
    /** Type this once the program has asked for it. */
    async answer(question: RegExp, typed: string): Promise<void> {
      await until(() => question.test(shown), 20_000);
      child.stdin.write(typed);
    },
    shown: () => shown,
    ended: new Promise<number | null>((done) => child.once('exit', done)),
  };
}
