import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// What can only be seen in the sources: guards against traps of the libraries that no running test would notice.

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('no command notifies inside its transaction: a NOTIFY takes one lock for all at commit', () => {
  const commands = readdirSync(join(root, 'db/commands'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('db/commands', name));
  expect(commands.length).toBeGreaterThan(40);
  const notifying = [...commands, 'db/feed/feed.ts', 'db/record/outbox.ts'].filter((file) =>
    /pg_notify|\bnotify\s+'/i.test(read(file)),
  );
  expect(notifying).toEqual([]);
  const triggers = readdirSync(join(root, 'db/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .filter((name) => /pg_notify/i.test(read(join('db/migrations', name))));
  expect(triggers).toEqual([]);
});

it('the dependencies are those of the lockfile, which npm ci takes as they are', () => {
  const { lockfileVersion, packages } = JSON.parse(read('package-lock.json'));
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  expect(lockfileVersion).toBeGreaterThanOrEqual(2);
  expect(packages[''].dependencies).toEqual(dependencies);
  expect(packages[''].devDependencies).toEqual(devDependencies);
});
