// The entry point of `npm start`, `npm run dev` and `npm run fleet`. Plain JavaScript without dependencies:
// nothing is installed yet.
import { spawn } from 'node:child_process';
import { installDependencies, requireNode, root } from './install.mjs';

const dev = process.argv.includes('--dev');
process.env.NODE_ENV ||= dev ? 'development' : 'production';

requireNode();
installDependencies();
if (!dev) {
  const { buildIfNeeded } = await import('./build.mjs');
  await buildIfNeeded().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
const fleet = process.argv.indexOf('--fleet');
if (dev) supervise(['--import', 'tsx', 'server/supervisor/index.ts', '--dev']);
else if (fleet > 0) supervise(['--enable-source-maps', 'dist/fleet.js', ...process.argv.slice(fleet + 1)]);
else supervise(['--enable-source-maps', 'dist/up.js']);

/**
 * The supervisor has its own process group, so that Ctrl-C, which a terminal sends to the whole group,
 * reaches it once and through us; its channel closes when we are killed.
 */
function supervise(args) {
  const detached = process.platform !== 'win32';
  const up = spawn(process.execPath, args, {
    cwd: root,
    detached,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => up.kill(signal));
  stopWithNpm(up);
  up.once('error', (error) => {
    console.error(`The supervisor could not be started: ${error.message}`);
    process.exit(1);
  });
  up.once('exit', (code) => process.exit(code ?? 1));
}

/** npm starts us through a shell, and not every shell forwards a signal before it ends. */
function stopWithNpm(up) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  setInterval(() => {
    if (process.ppid !== parent) up.kill('SIGTERM');
  }, 1000).unref();
}
