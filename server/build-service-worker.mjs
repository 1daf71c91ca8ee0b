import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const client = join(root, 'build', 'client');
const assets = join(client, 'assets');

/** The screens that work without a signal. */
const screens = ['routes/tecnico/route', 'routes/day-sheet/route', 'routes/visit/route'];

/** Builds `service-worker.js` beside the screens, with the name of their build and the files that it keeps. */
export async function buildServiceWorker() {
  const manifest = readManifest();
  const page = readFileSync(join(client, 'sin-conexion.html'));
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 12);
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { 'service-worker': 'app/service-worker/index.ts' },
    outdir: 'build/client',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      BUILD: JSON.stringify(manifest.version),
      // Their names change with what they hold; the page's does not.
      FILES: JSON.stringify([...filesOf(manifest)].map((name) => `/assets/${name}`)),
      PAGE: JSON.stringify(`/sin-conexion.html?${revision}`),
      'process.env.NODE_ENV': '"production"',
    },
    logLevel: 'warning',
  });
}

/** What the build of the screens wrote for browsers: the routes and their files. */
function readManifest() {
  const name = readdirSync(assets).find((file) => /^manifest-.+\.js$/.test(file));
  const text = readFileSync(join(assets, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/** The files of these screens and of what they stand in, with all that they import, at once or when it is asked for. */
function filesOf({ url, entry, routes }) {
  const found = new Set();
  const add = (path) => {
    const name = path.split('/').at(-1);
    if (found.has(name)) return;
    found.add(name);
    if (!name.endsWith('.js')) return;
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.~-]+\.(?:js|css|woff2))["'`]/g))
      add(imported);
  };
  const standIn = (id) => (id ? [routes[id], ...standIn(routes[id].parentId)] : []);
  const parts = [entry, ...screens.flatMap(standIn)];
  found.add(url.split('/').at(-1));
  for (const { module, imports = [], css = [] } of parts)
    for (const path of [module, ...imports, ...css]) add(path);
  return found;
}
