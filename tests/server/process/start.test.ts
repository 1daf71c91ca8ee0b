import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { portProblem } from '../../../server/process/port.ts';
import { keepSecret } from '../../../server/process/secrets.ts';
import { lockDataFolder } from '../../../server/supervisor/data-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'agenda-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lets one supervisor work on a data folder, and the next after it', async () => {
  const release = await lockDataFolder(folder);
  expect(release).toBeTypeOf('function');
  expect(await lockDataFolder(folder)).toBeUndefined();
  release?.();
  const again = await lockDataFolder(folder);
  expect(again).toBeTypeOf('function');
  again?.();
});

it('says in one line that a port is taken, and which to try', async () => {
  const other = createServer();
  const port = await new Promise<number>((done) => {
    other.listen(0, '127.0.0.1', () => done((other.address() as { port: number }).port));
  });
  expect(await portProblem(port, '127.0.0.1')).toMatch(
    new RegExp(`^PORT: ${port} is in use.+PORT=${port + 1}`),
  );
  await new Promise((done) => other.close(done));
  expect(await portProblem(port, '127.0.0.1')).toBeUndefined();
});

it('says that an address is not of this machine', async () => {
  expect(await portProblem(4199, '203.0.113.7')).toMatch(
    /^HOST: 203\.0\.113\.7 is no address of this machine/,
  );
});

it('makes a secret once and keeps it to its owner', () => {
  const secret = keepSecret(folder, 'link-secret');
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(keepSecret(folder, 'link-secret')).toBe(secret);
  expect(keepSecret(folder, 'another-secret')).not.toBe(secret);
  expect(statSync(join(folder, 'link-secret')).mode & 0o777).toBe(0o600);
});

it('says how it is started when asked, or when asked for what there is not, and starts nothing', () => {
  const start = (flag: string) =>
    spawnSync(process.execPath, ['server/start.mjs', flag], { encoding: 'utf8', timeout: 10_000 });
  expect(start('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run fleet') });
  expect(start('--flet')).toMatchObject({ status: 2, stderr: expect.stringContaining('npm run fleet') });
});
