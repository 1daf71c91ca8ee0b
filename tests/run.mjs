// `npm test`: lint, types, build, vitest and Playwright by their own commands, counted together and timed. `--all` runs
// what `gate/times.mjs` leaves out too; `--only`, `--shard` and `--changed` pick a part. Plain JavaScript without
// dependencies: nothing is installed yet.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installDependencies, requireNode, root } from '../server/install.mjs';
import { readBrowserReport } from './gate/browser-report.mjs';
import { measureLimitFactor } from './gate/limits.mjs';
import { quarantine } from './gate/quarantine.mjs';
import { browserRuns, readSelection, vitestRuns } from './gate/selection.mjs';
import { noteTimes } from './gate/times.mjs';
import { requireIfPossible, requireSystem } from './system.mjs';

const selection = readSelection(process.argv.slice(2));
const { all, only } = selection;
const reports = join(root, '.cache', 'reports');
/** Of each step: how many passed and failed, and its seconds. */
const steps = [];
/** What failed, by name and with its first lines, printed at the end. */
const failures = [];
/** What passed on the second try, with the first error, and what is in quarantine. */
const unsteady = [];
const quarantined = [];
/** How long each test took. */
const timed = [];
/** A run with this many is red: chance does not explain them. */
const mostUnsteady = 2;

requireNode();
installDependencies();
process.chdir(root);
mkdirSync(reports, { recursive: true });
const factor = await measureLimitFactor();
// Others may begin to use a shared machine in the middle of the run.
process.env.TEST_LIMIT_FACTOR ??= String(Math.max(factor, process.env.CI ? 2 : 1));
console.log(
  `This machine is ${factor.toFixed(1)} times as slow as a calm one; limits are ${Number(process.env.TEST_LIMIT_FACTOR).toFixed(1)} times as long.`,
);

// One core builds while another checks the sources.
const checks = only && only !== 'unit' ? undefined : startChecks();
const { buildIfNeeded } = await import('../server/build.mjs');
const built = await step('build', () =>
  buildIfNeeded().then(
    () => [1, 0],
    (error) => broken(error.message),
  ),
);

if (checks) {
  await step('lint', () => report(checks.lint));
  await step('types', () => report(checks.types));
  await step('redis', () => requireSystem('redis-server').then(() => [0, 0]));
  if (all) await step('prometheus', () => requireSystem('prometheus').then(() => [0, 0]));
  await step('vitest', vitest);
}
for (const layer of ['screens', 'journeys'])
  if (!only || only === layer)
    await step(layer, () => (built ? inBrowsers(layer) : broken('not run: the build failed')));
finish();

/** Runs one suite and adds its [passed, failed]; a suite that ends in any other way has failed once. */
async function step(name, suite) {
  console.log(`\n── ${name}`);
  const began = performance.now();
  let [passed, failed] = [0, 1];
  try {
    [passed, failed] = await suite();
  } catch (error) {
    broken(error.message);
  }
  steps.push({ name, passed, failed, seconds: (performance.now() - began) / 1_000 });
  return failed === 0;
}

function broken(why) {
  console.error(why);
  failures.push(why);
  return [0, 1];
}

function startChecks() {
  const lint = collect('@biomejs/biome/bin/biome', ['check', '.']);
  return { lint, types: lint.then(() => collect('typescript/bin/tsc', ['--noEmit'])) };
}

async function report(check) {
  const { code, output } = await check;
  process.stdout.write(output);
  return code === 0 ? [1, 0] : broken(output.trim().split('\n').slice(-15).join('\n'));
}

async function vitest() {
  const counts = [];
  for (const more of vitestRuns(selection)) {
    const file = freshReport('vitest');
    const args = ['run', '--reporter=default', '--reporter=./tests/gate/vitest-report.mjs', ...more];
    const code = await run('vitest/vitest.mjs', args, {
      GATE_REPORT: file,
      GATE_LEAVES_OUT_LONG: all || selection.changed ? '' : 'true',
    });
    counts.push(verdict(code, JSON.parse(readFileSync(file, 'utf8'))));
  }
  return added(counts);
}

/** Playwright's layers: `screens` on a world a file, `journeys` on the product as it is started. */
async function inBrowsers(layer) {
  const shell = layer === 'screens' && (await requireIfPossible('chromium-headless-shell'));
  // Some screens need what the shell has not.
  if (all || selection.changed || !shell) await requireSystem('chromium');
  const config = layer === 'screens' ? ['-c', 'tests/screens'] : [];
  const counts = [];
  for (const more of browserRuns(selection)) {
    const file = freshReport(layer);
    const args = ['test', '--reporter=list,json', ...config, ...more];
    const code = await run('@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
    counts.push(verdict(code, readBrowserReport(JSON.parse(readFileSync(file, 'utf8')))));
  }
  return added(counts);
}

function added(counts) {
  return counts.reduce(([passed, failed], [p, f]) => [passed + p, failed + f], [0, 0]);
}

/** A failure, or a first try, without colours and not longer than a screen. */
function shortened({ name, message = '' }) {
  const lines = stripVTControlCharacters(message).split('\n');
  return [name, ...lines.slice(0, 25).map((line) => `    ${line}`)].join('\n').replaceAll(`${root}/`, '');
}

/**
 * Adds a report of `gate/` to what is printed at the end. A tool that ends badly without a failed test (a crash, an
 * unhandled error), or runs none, has failed.
 */
function verdict(code, report) {
  const isKnown = ({ name }) => quarantine.some(({ test }) => test === name);
  const failed = report.failed.filter((test) => !isKnown(test));
  failures.push(...failed.map(shortened));
  quarantined.push(...report.failed.filter(isKnown).map(shortened));
  unsteady.push(...report.unsteady.map(shortened));
  timed.push(...report.tests);
  noteTimes(report.files, factor);
  const mayBeEmpty = selection.shard !== undefined || selection.changed !== undefined;
  if (report.passed === 0 && !(mayBeEmpty && code === 0)) return [0, broken('no test ran')[1]];
  if (code !== 0 && report.failed.length === 0) return [report.passed, broken(`ended with code ${code}`)[1]];
  return [report.passed, failed.length];
}

/** An old report must not be taken for that of a run that crashed. */
function freshReport(name) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function run(tool, args, env = {}) {
  return new Promise((done, fail) => {
    const child = start(tool, args, 'inherit', env);
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** Runs a tool and collects its output; one that cannot be started has failed. */
function collect(tool, args) {
  return new Promise((done) => {
    const child = start(tool, args, ['ignore', 'pipe', 'pipe']);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => done({ code: 1, output: `${error.message}\n` }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}

function start(tool, args, stdio, env = {}) {
  const program = join(root, 'node_modules', tool);
  return spawn(process.execPath, [program, ...args], {
    stdio,
    env: { ...process.env, NODE_ENV: '', ...env },
  });
}

function finish() {
  const sum = (what) => steps.reduce((total, step) => total + step[what], 0);
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  console.log('\nThe slowest tests:');
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  console.log('');
  for (const test of unsteady) console.log(`UNSTEADY, passed on the second try: ${test}\n`);
  for (const test of quarantined) console.log(`FAILED, in quarantine: ${test}\n`);
  if (unsteady.length > mostUnsteady) failures.push(`${unsteady.length} tests passed on the second try only`);
  for (const failure of failures) console.log(`FAILED ${failure}\n`);
  for (const { name, passed, failed, seconds } of steps)
    console.log(
      `${name.padEnd(10)}${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(6)} s`,
    );
  if (!all) console.log('The long tests are left to `npm run test:all`.');
  const failed = sum('failed') + (unsteady.length > mostUnsteady ? 1 : 0);
  console.log(`${sum('passed')} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
