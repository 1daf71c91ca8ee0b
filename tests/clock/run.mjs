// `npm run test:clock -- "2032-02-29 23:52" [vitest's arguments]`: vitest's tests as if it were that time in Buenos
// Aires when they begin, for PostgreSQL too.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { requireSystem } from '../system.mjs';

const [time, ...args] = process.argv.slice(2);
const at = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(time ?? '')
  ? Date.parse(`${time.replace(' ', 'T')}:00-03:00`)
  : Number.NaN;
if (Number.isNaN(at)) {
  console.error(`The time: got "${time ?? ''}"; for example "2032-02-29 23:35".`);
  process.exit(2);
}
await requireSystem('gcc');
const cache = join(import.meta.dirname, '../../.cache');
mkdirSync(cache, { recursive: true });
const library = join(cache, 'clock-shift.so');
const source = join(import.meta.dirname, 'shift.c');
const { status } = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
const vitest = spawn('npx', ['vitest', 'run', ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: `--require ${join(import.meta.dirname, 'shift.cjs')} ${process.env.NODE_OPTIONS ?? ''}`,
    TEST_CLOCK_OFFSET_MS: String(at - Date.now()),
    TEST_CLOCK_LIBRARY: library,
  },
});
vitest.once('exit', (code) => process.exit(code ?? 1));
