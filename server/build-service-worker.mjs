import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const client = join(root, 'build', 'client');
const assets = join(client, 'assets');

/** The screens that work without a signal. */
const screens = { day: 'routes/tecnico/route', visit: 'routes/visit/route', sheet: 'routes/day-sheet/route' };

/** Parts that a person asks for: a day opens without them. */
const askedFor =
  /^(confirm-dialogs|finish-dialog|header-menus|late-dialog|palette|pending-list|shortcuts-dialog|small-dialogs)-/;

/** No technician's screen has a map, whose third of a megabyte a file that they share names; and few phones have HEIC photos, whose decoder has two. */
const large = /^(maplibre|heic-worker)-/;

/** Builds `service-worker.js` beside the screens, with the name of their build and the files that each needs. */
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
      FILES: JSON.stringify(listFiles(manifest)),
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

/** The files by what they are for, named as in `app/offline/kept-files.ts`. */
function listFiles(manifest) {
  const whole = (screen) => filesOf(manifest, screen, anyFile, [large]);
  return {
    day: filesOf(manifest, screens.day, importedFile, [large, askedFor]),
    dialogs: whole(screens.day),
    visit: whole(screens.visit),
    sheet: whole(screens.sheet),
  };
}

/** A file that another one imports, at once or when it is wanted; and one that it names at all, as what is fetched with it. */
const importedFile = /(?:from|import|import\()\s*["'`]\.\/([\w.~-]+\.js)["'`]/g;
const anyFile = /["'`](?:\.\/|\/?assets\/)([\w.~-]+\.(?:js|css|woff2))["'`]/g;

/** The files of a screen and of what it stands in, with all that they name so, but for some. */
function filesOf({ url, entry, routes }, screen, named, without) {
  const fileNames = new Set();
  const add = (path) => {
    const name = path.split('/').at(-1);
    if (fileNames.has(name) || without.some((names) => names.test(name))) return;
    fileNames.add(name);
    if (!name.endsWith('.js')) return;
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of text.matchAll(named)) add(imported);
  };
  const standIn = (id) => (id ? [routes[id], ...standIn(routes[id].parentId)] : []);
  const parts = [entry, ...standIn(screen)];
  fileNames.add(url.split('/').at(-1));
  for (const { module, imports = [], css = [] } of parts)
    for (const path of [module, ...imports, ...css]) add(path);
  return [...fileNames].map((name) => `/assets/${name}`);
}
