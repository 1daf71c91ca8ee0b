import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// A small selection of `npm run test:faults`, at its smallest: what has no shorter form of its own. It builds the
// product if that is not built, and brings its own PostgreSQL, processes and channels.

const faults = ['F12', 'F13', 'F22', 'F24', 'F30', 'F31', 'F32'];

it(`boards come back, the deaf are cut, a phone's queue is kept, a full disk corrupts nothing, load leaves nothing behind, slow clients take nothing (${faults.join(', ')})`, async () => {
  const root = join(import.meta.dirname, '../..');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/faults/index.ts', ...faults, '--tiny', '--backend', 'postgres'],
    { cwd: root },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((done) => child.once('exit', done));
  expect(code, said.slice(-6_000)).toBe(0);
}, 600_000);
