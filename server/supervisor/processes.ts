import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundled by server/build.mjs, or run from the source by tsx. */
export const isBundled = !import.meta.url.endsWith('.ts');

const here = dirname(fileURLToPath(import.meta.url));
const sources = { web: 'server/index.ts', worker: 'workers/index.ts', seed: 'db/seed/index.ts' };

export type ProcessName = keyof typeof sources;

/** The arguments of `node` that start one of our processes; the bundles are in dist/, beside this one. */
export function commandOf(name: ProcessName) {
  const file = isBundled ? join(here, `${name}.js`) : join(here, '..', '..', sources[name]);
  if (!existsSync(file)) throw new Error(`${file} is missing${isBundled ? ': run npm run build' : ''}.`);
  return isBundled ? ['--enable-source-maps', file] : ['--import', 'tsx', file];
}
