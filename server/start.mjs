// The entry point of `npm start`, `npm run dev` and `npm run fleet`. Plain JavaScript without dependencies:
// nothing is installed yet.
import { spawn } from 'node:child_process';
import { installDependencies, requireNode, root } from './install.mjs';

const usage = `Usage: npm start            the product, on http://localhost:3000
       npm run dev          the same with live reload
       npm run fleet -- …   several processes behind a proxy`;
const [flag] = process.argv.slice(2);
if (flag === '--help' || flag === '-h') {
  console.log(usage);
  process.exit(0);
}
if (flag !== undefined && flag !== '--dev' && flag !== '--fleet') {
  console.error(usage);
  process.exit(2);
}
const dev = flag === '--dev';
process.env.NODE_ENV ||= dev ? 'development' : 'production';

requireNode();
installDependencies();
if (dev) supervise(['--import', 'tsx', 'server/supervisor/index.ts', '--dev']);
else {
  const { beginBuild } = await import('./build.mjs');
  const building = await beginBuild().catch(exitWith);
  if (flag === '--fleet') {
    await building?.screens.catch(exitWith);
    supervise(['--enable-source-maps', 'dist/fleet.js', ...process.argv.slice(3)]);
  } else if (building) {
    const up = supervise(['--enable-source-maps', 'dist/up.js', '--screens-follow']);
    building.screens.then(
      () => up.connected && up.send('screens built'),
      (error) => {
        console.error(error.message);
        process.exitCode = 1;
        up.kill('SIGTERM');
      },
    );
  } else supervise(['--enable-source-maps', 'dist/up.js']);
}

function exitWith(error) {
  console.error(error.message);
  process.exit(1);
}

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
  up.once('exit', (code) => process.exit(process.exitCode || (code ?? 1)));
  return up;
}

/** npm starts us through a shell, and not every shell forwards a signal before it ends. */
function stopWithNpm(up) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  setInterval(() => {
    if (process.ppid !== parent) up.kill('SIGTERM');
  }, 1000).unref();
}
