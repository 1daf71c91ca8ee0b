import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it('`npm run seed` refuses a time zone that does not exist by its name, before it asks for the record', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'db/seed/index.ts', '--demo'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TIME_ZONE: 'America/Junin', DATABASE_URL: 'postgres://x:x@127.0.0.1:1/none' },
  });
  expect(stderr).toContain('TIME_ZONE: got "America/Junin"; accepted: the name of a time zone');
  expect(status).not.toBe(0);
});
