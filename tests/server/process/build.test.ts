import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'agenda-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([false, true])('fails with what Vite said and one line; in the part of the server: %s', (ssr) => {
  const checkout = join(folder, String(ssr));
  for (const file of ['build', 'build-screens', 'build-service-worker', 'install'])
    cpSync(`server/${file}.mjs`, join(checkout, `server/${file}.mjs`));
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(checkout, 'page.js'), 'document.title = "a page";');
  writeFileSync(
    join(checkout, 'vite.config.ts'),
    `export default ({ isSsrBuild = false }) => {
      if (isSsrBuild === ${ssr}) throw new Error('this part is broken');
      return { build: { rollupOptions: { input: 'page.js' }, outDir: 'build/client' } };
    };`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/build.mjs'], {
    cwd: checkout,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(status).toBe(1);
  expect(stdout).toBe('Building…\n');
  expect(stderr).toContain('this part is broken');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('The build of the screens failed.');
});
