// `npm test`: lint, types, build, vitest and Playwright by their own commands, counted together. `--all` runs what
// `costs.mjs` leaves out too. Plain JavaScript without dependencies: nothing is installed yet.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installDependencies, requireNode, root } from '../server/install.mjs';
import { longTests } from './costs.mjs';
import { requireSystem } from './system.mjs';

const all = process.argv.includes('--all');
const only = readOnly();
const reports = join(root, '.cache', 'reports');
const totals = { passed: 0, failed: 0 };
/** What failed, by name and with its first lines, printed at the end. */
const failures = [];

requireNode();
installDependencies();
process.chdir(root);
mkdirSync(reports, { recursive: true });

// One core builds while another checks the sources.
const checks = only === 'journeys' ? undefined : startChecks();
const { buildIfNeeded } = await import('../server/build.mjs');
const built = await step('build', () =>
  buildIfNeeded().then(
    () => [1, 0],
    (error) => broken(error.message),
  ),
);

if (only !== 'journeys') {
  await step('lint', () => report(checks.lint));
  await step('types', () => report(checks.types));
  await step('redis', () => requireSystem('redis-server').then(() => [0, 0]));
  if (all) await step('prometheus', () => requireSystem('prometheus').then(() => [0, 0]));
  await step('vitest', vitest);
}
if (only !== 'unit') {
  await step('journeys', () => (built ? journeys() : broken('not run: the build failed')));
}
finish();

function readOnly() {
  const at = process.argv.indexOf('--only');
  const value = at < 0 ? undefined : process.argv[at + 1];
  if (at < 0 || value === 'unit' || value === 'journeys') return value;
  console.error(`--only: got "${value ?? ''}"; accepted: unit or journeys.`);
  process.exit(2);
}

/** Runs one suite and adds its [passed, failed]; a suite that ends in any other way has failed once. */
async function step(name, suite) {
  console.log(`\n── ${name}`);
  let [passed, failed] = [0, 1];
  try {
    [passed, failed] = await suite();
  } catch (error) {
    broken(error.message);
  }
  totals.passed += passed;
  totals.failed += failed;
  totals[name] = [passed, failed];
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
  const file = freshReport('vitest');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const left = all ? [] : Object.keys(longTests).flatMap((name) => ['--exclude', name]);
  const code = await run('vitest/vitest.mjs', [...args, ...left]);
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  // A file that could not even be loaded has no failed test of its own.
  const unloaded = testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  for (const { name, message } of unloaded) keepFailure(name, message);
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') keepFailure(`${name} › ${fullName}`, failureMessages.join('\n'));
  return verdict(code, numPassedTests, numFailedTests + (numFailedTestSuites > 0 ? unloaded.length : 0));
}

async function journeys() {
  await requireSystem('chromium');
  const file = freshReport('journeys');
  const picked = all ? [] : ['--project', 'quick'];
  const code = await run('@playwright/test/cli.js', ['test', '--reporter=list,json', ...picked], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
  for (const { message } of errors) keepFailure('journeys', message);
  for (const { file: name, title, ok, tests } of specsOf(suites))
    if (!ok)
      keepFailure(
        `${name} › ${title}`,
        tests
          .flatMap(({ results }) => results.flatMap((one) => one.errors))
          .map(({ message }) => message)
          .join('\n'),
      );
  return verdict(code, stats.expected, stats.unexpected + stats.flaky);
}

function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);
}

/** Keeps a failure for the end, without colours and not longer than a screen. */
function keepFailure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  failures.push(
    [name.replace(`${root}/`, ''), ...lines.slice(0, 25).map((line) => `    ${line}`)].join('\n'),
  );
}

/** A tool that ends badly without a failed test (a crash, an unhandled error), or runs none, has failed. */
function verdict(code, passed, failed) {
  if (failed === 0 && (code !== 0 || passed === 0)) {
    return [passed, broken(code === 0 ? 'no test ran' : `ended with code ${code}`)[1]];
  }
  return [passed, failed];
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
  const { passed, failed, ...suites } = totals;
  console.log('');
  for (const failure of failures) console.log(`FAILED ${failure}\n`);
  for (const [name, [good, bad]] of Object.entries(suites)) {
    console.log(`${name.padEnd(10)}${String(good).padStart(5)} passed ${String(bad).padStart(4)} failed`);
  }
  if (!all) console.log('The long tests are left to `npm run test:all`.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
