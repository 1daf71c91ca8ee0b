// The entry point of `npm run admin`, `npm run backup` and the other operator commands: the source if it
// exists, so that it is never a stale bundle, else the bundle (a container's image holds neither sources nor
// tsx). Plain JavaScript.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sources = {
  admin: 'server/operator/admin/index.ts',
  backup: 'server/operator/backup/index.ts',
  import: 'server/operator/import/index.ts',
  migrate: 'server/operator/migrate.ts',
  move: 'server/operator/move/index.ts',
  photos: 'server/operator/photos/index.ts',
  places: 'server/operator/places/index.ts',
  restore: 'server/operator/restore/index.ts',
  retention: 'server/operator/retention/index.ts',
  'rotate-secrets': 'server/operator/rotate-secrets/index.ts',
  seed: 'db/seed/index.ts',
  token: 'server/operator/token/index.ts',
  'watch-standbys': 'server/operator/watch-standbys/index.ts',
};

const name = process.argv[2] ?? '';
if (!Object.hasOwn(sources, name)) {
  console.error(`There is no command ${name || 'without a name'}: ${Object.keys(sources).join(', ')}.`);
  process.exit(2);
}
const source = new URL(`../${sources[name]}`, import.meta.url);
const fromSource = existsSync(source);
const entrance = fromSource ? source : new URL(`../dist/${name}.js`, import.meta.url);
// As if it had been started directly: it reads the arguments after its own name.
process.argv.splice(1, 2, fileURLToPath(entrance));
if (fromSource) await import('tsx');
else process.setSourceMapsEnabled(true);
await import(entrance.href);
