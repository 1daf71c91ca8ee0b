// `npm run test:clock -- "2032-02-29 23:35" [vitest's arguments]`: vitest's tests as if it were that time in Buenos
// Aires when they begin. Debian's libfaketime gives PostgreSQL the same time, but not to the handler of a signal that
// interrupts a wait: after today PostgreSQL's timeouts (statements, locks) do not end what waits, and the few tests of
// them are red. On days before today they are not.
import { spawn, spawnSync } from 'node:child_process';
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
await requireSystem('faketime');
const library = spawnSync('faketime', ['-f', '+0s', 'printenv', 'LD_PRELOAD'], {
  encoding: 'utf8',
}).stdout.trim();
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
