import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Child, superviseChild } from '../../../server/supervisor/child.ts';
import { limit } from '../../gate/limits.mjs';
import { until } from '../../support/until.ts';

let folder = '';
let child: Child | undefined;
const lines: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agenda-child-'));
  lines.length = 0;
});
afterEach(async () => {
  await child?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function supervise(script: string) {
  const file = join(folder, 'child.cjs');
  const note = `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + '\\n');`;
  writeFileSync(file, `${note}\n${script}`);
  child = superviseChild({ name: 'web', args: [file], env: process.env, log: (line) => lines.push(line) });
  return child;
}
const pids = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
const stays = "process.send('ready'); setInterval(() => {}, 1000);";

it('starts a killed child again at once', async () => {
  await supervise(stays).start();
  process.kill(pids()[0] as number, 'SIGKILL');
  // The longest pause before a restart is 2.5 s.
  await until(() => pids().length === 2, 2_400);
  expect(lines).toEqual(['web ended (SIGKILL); starting it again.']);
});

it('stops starting one that never becomes ready', async () => {
  await expect(supervise('process.exit(3)').start()).rejects.toThrow(
    'web ended 5 times before it was ready (code 3).',
  );
});

it('stops it, and it stays stopped', async () => {
  await supervise(stays).start();
  await child?.stop();
  expect(() => process.kill(pids()[0] as number, 0)).toThrow();
  // That no other is started can only be seen after a while.
  await new Promise((next) => setTimeout(next, 300));
  expect(pids()).toHaveLength(1);
});

it('kills one that does not listen to SIGTERM', async () => {
  await supervise(`process.on('SIGTERM', () => {}); ${stays}`).start();
  const asked = Date.now();
  await child?.stop();
  expect(Date.now() - asked).toBeLessThan(limit(10_000));
  expect(() => process.kill(pids()[0] as number, 0)).toThrow();
});
