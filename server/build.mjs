import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildServiceWorker } from './build-service-worker.mjs';
import { root } from './install.mjs';

const entries = {
  up: 'server/supervisor/index.ts',
  web: 'server/index.ts',
  worker: 'workers/index.ts',
  seed: 'db/seed/index.ts',
  'parse-sheet': 'server/import/parse-process.ts',
  'decode-pictures': 'db/pictures/decode-process.ts',
  migrate: 'server/operator/migrate.ts',
  backup: 'server/operator/backup/index.ts',
  restore: 'server/operator/restore/index.ts',
  admin: 'server/operator/admin/index.ts',
  token: 'server/operator/token/index.ts',
  import: 'server/operator/import/index.ts',
  photos: 'server/operator/photos/index.ts',
  places: 'server/operator/places/index.ts',
  retention: 'server/operator/retention/index.ts',
  move: 'server/operator/move/index.ts',
  'rotate-secrets': 'server/operator/rotate-secrets/index.ts',
  'watch-standbys': 'server/operator/watch-standbys/index.ts',
  fleet: 'server/supervisor/fleet/index.ts',
};
const sources = ['app', 'server', 'db', 'workers', 'machines', 'public'];
const record = join(root, 'dist', '.built-from');

/** Builds unless the sources are unchanged since the last build. Rejects with one line. */
export async function buildIfNeeded() {
  await (await beginBuild())?.screens;
}

/**
 * Builds the processes unless the sources are unchanged since the last build, and begins with the screens, which take
 * longer: the database is prepared while they are built. Rejects with one line.
 *
 * @returns `screens` resolves when everything is built; undefined when there was nothing to do
 */
export async function beginBuild() {
  const hash = hashOfSources();
  if (existsSync(record) && readFileSync(record, 'utf8') === hash) return;
  await buildProcesses();
  return { screens: finishBuild(hash) };
}

/** Builds the processes into dist/ (up.js, web.js, worker.js, migrate.js…) and the screens into build/. */
export async function build(hash = hashOfSources()) {
  await buildProcesses();
  await finishBuild(hash);
}

async function buildProcesses() {
  console.log('Building…');
  rmSync(record, { force: true });
  await bundleProcesses();
}

async function finishBuild(hash) {
  if (existsSync(join(root, 'vite.config.ts'))) {
    await buildScreens();
    await buildServiceWorker();
    await compressScreens();
  }
  // Written last: an interrupted build is repeated.
  writeFileSync(record, hash);
}

/**
 * The files for browsers are compressed while their server's part is built. What Vite says, some 600 lines, is of use
 * where it fails.
 */
function buildScreens() {
  const script = join(root, 'server', 'build-screens.mjs');
  const env = { ...process.env, NODE_ENV: 'production' };
  return new Promise((done, fail) => {
    // Collecting young objects was a sixth of its CPU.
    const child = spawn(process.execPath, ['--max-semi-space-size=64', script], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let compressed;
    child.once('message', () => {
      compressed = compressScreens();
      compressed.catch(fail);
      // Only now, so that no file is listed which the server's part has begun to write.
      child.send('listed');
    });
    const output = [];
    child.stdout.on('data', (part) => output.push(part));
    child.stderr.on('data', (part) => output.push(part));
    child.once('error', fail);
    process.once('exit', () => child.kill());
    child.once('close', (code) => {
      if (code === 0) return done(compressed);
      process.stderr.write(Buffer.concat(output));
      fail(new Error('The build of the screens failed.'));
    });
  });
}

/**
 * Compresses each file for browsers once; the HTTP server sends it as is. One at a time: the other core is busy with the
 * build.
 */
async function compressScreens() {
  const texts = filesIn(join(root, 'build', 'client')).filter(
    (file) => /\.(js|css|svg|json|webmanifest)$/.test(file) && !existsSync(`${file}.gz`),
  );
  for (const file of texts) {
    const text = readFileSync(file);
    if (text.length < 1_024) continue;
    // 11 takes more than twice as long, and saves 1.7 % of the bytes.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, { params }));
    writeFileSync(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
  }
}

/**
 * Libraries of hundreds of small files, of which few are used: opening them dominates a process's start.
 * Others stay in node_modules.
 */
const bundled = /^(zod|date-fns|@date-fns\/(tz|utc))(\/|$)/;
export const onlyBundled = {
  name: 'only-bundled',
  setup(builder) {
    // A package's name or one of Node's modules, neither relative nor absolute.
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || bundled.test(path) ? undefined : { path, external: true },
    );
  },
};

/** One bundle per process with shared chunks: starts in a third of the time that tsx takes. */
async function bundleProcesses() {
  const esbuild = await import('esbuild');
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)));
  const { metafile } = await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(present),
      outdir: 'dist',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [onlyBundled],
      sourcemap: true,
      metafile: true,
      logLevel: 'warning',
    })
    .catch(() => {
      throw new Error('The build of the processes failed.');
    });
  const made = new Set(Object.keys(metafile.outputs).map((file) => resolve(root, file)));
  mkdirSync(join(root, 'dist'), { recursive: true });
  // Chunk names carry hashes: files of earlier builds are removed.
  for (const file of filesIn(join(root, 'dist'))) if (!made.has(file)) rmSync(file);
}

function hashOfSources() {
  const hash = createHash('sha256');
  const single = readdirSync(root).filter((name) =>
    /^(package-lock\.json|.+\.config\.\w+|tsconfig\.json)$/.test(name),
  );
  const files = [
    ...single.map((name) => join(root, name)),
    ...sources.flatMap((name) => filesIn(join(root, name))),
  ];
  for (const file of files.sort()) {
    hash.update(`${relative(root, file)}\0`);
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  await build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
