import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// What can only be seen in the sources: guards against traps of the libraries that no running test would notice.

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('no command rings inside its transaction: a NOTIFY takes one lock for all at commit', () => {
  const commands = readdirSync(join(root, 'db/commands'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('db/commands', name));
  expect(commands.length).toBeGreaterThan(40);
  const visits = [...commands, 'db/feed/feed.ts', 'db/record/outbox.ts'].filter((file) =>
    /pg_notify|\bnotify\s+'/i.test(read(file)),
  );
  expect(visits).toEqual([]);
  const triggers = readdirSync(join(root, 'db/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .filter((name) => /pg_notify/i.test(read(join('db/migrations', name))));
  expect(triggers).toEqual([]);
});

it('every v3 flag of Remix has been decided, so that React Router stays a mechanical step', () => {
  const config = read('vite.config.ts');
  for (const flag of [
    'v3_fetcherPersist',
    'v3_relativeSplatPath',
    'v3_throwAbortReason',
    'v3_routeConfig',
    'v3_singleFetch',
    'v3_lazyRouteDiscovery',
  ])
    expect(config).toMatch(new RegExp(`${flag}: (true|false)`));
});

it('the dependencies are those of the lockfile, which npm ci takes as they are', () => {
  expect(read('server/install.mjs')).toMatch(/\['ci'/);
  const { lockfileVersion, packages } = JSON.parse(read('package-lock.json'));
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  expect(lockfileVersion).toBeGreaterThanOrEqual(2);
  expect(packages[''].dependencies).toEqual(dependencies);
  expect(packages[''].devDependencies).toEqual(devDependencies);
});
