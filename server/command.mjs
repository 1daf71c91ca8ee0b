// What `npm run admin`, `npm run backup` and the other commands of an operator start: the source where it lies, so
// that it is never an old bundle that runs, else (in a container's image, which holds neither sources nor tsx) the
// bundle. Plain JavaScript.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sources = {
  admin: 'server/operator/admin/index.ts',
  backup: 'server/operator/backup/index.ts',
  import: 'server/operator/import/index.ts',
  migrate: 'server/operator/migrate.ts',
  restore: 'server/operator/restore/index.ts',
  retention: 'server/operator/retention/index.ts',
  'rotate-secrets': 'server/operator/rotate-secrets/index.ts',
  seed: 'db/seed/index.ts',
  token: 'server/operator/token/index.ts',
};

const name = process.argv[2] ?? '';
if (!Object.hasOwn(sources, name)) {
  console.error(`There is no command ${name || 'without a name'}: ${Object.keys(sources).join(', ')}.`);
  process.exit(2);
}
const source = new URL(`../${sources[name]}`, import.meta.url);
const fromSource = existsSync(source);
const entrance = fromSource ? source : new URL(`../dist/${name}.js`, import.meta.url);
// As if it had been started itself: it reads what follows its own name.
process.argv.splice(1, 2, fileURLToPath(entrance));
if (fromSource) await import('tsx');
else process.setSourceMapsEnabled(true);
await import(entrance.href);
