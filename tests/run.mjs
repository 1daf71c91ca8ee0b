// What `npm test` runs, and with `--all` the long tests and journeys too (`tests/long.mjs`). Plain JavaScript without
// dependencies: nothing is installed yet.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installDependencies, requireNode, root } from '../server/install.mjs';
import { longJourneys, longTests } from './long.mjs';
import { requireSystem } from './system.mjs';

const all = process.argv.includes('--all');
const only = readOnly();
const reports = join(root, '.cache', 'reports');
const totals = { passed: 0, failed: 0 };
/** What failed, by name and with its first words, to be told last: nobody scrolls up through 2,000 lines. */
const failures = [];

requireNode();
installDependencies();
process.chdir(root);
mkdirSync(reports, { recursive: true });

// One core builds while another reads the sources; each is told of in its turn.
const checks = only === 'journeys' ? undefined : startChecks();
const { buildIfNeeded } = await import('../server/build.mjs');
const built = await step('build', () =>
  buildIfNeeded().then(
    () => [1, 0],
    (error) => broken(error.message),
  ),
);

if (only !== 'journeys') {
  await step('lint', () => tell(checks.lint));
  await step('types', () => tell(checks.types));
  await step('redis', () => requireSystem('redis-server').then(() => [0, 0]));
  await step('vitest', vitest);
}
if (only !== 'unit') {
  if (!built) await step('journeys', () => broken('not run: the build failed'));
  else if (journeyFiles().length === 0) await step('journeys', () => broken('tests/journeys holds no test'));
  else await step('journeys', journeys);
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

async function tell(check) {
  const { code, output } = await check;
  process.stdout.write(output);
  return code === 0 ? [1, 0] : broken(output.trim().split('\n').slice(-15).join('\n'));
}

async function vitest() {
  const file = report('vitest');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const left = all ? [] : longTests.flatMap((name) => ['--exclude', name]);
  const code = await run('vitest/vitest.mjs', [...args, ...left]);
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  // A file that could not even be loaded has no failed test of its own.
  const unloaded = testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  for (const { name, message } of unloaded) tellLater(name, message);
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') tellLater(`${name} › ${fullName}`, failureMessages.join('\n'));
  return verdict(code, numPassedTests, numFailedTests + (numFailedTestSuites > 0 ? unloaded.length : 0));
}

async function journeys() {
  await requireSystem('chromium');
  const file = report('journeys');
  const picked = all ? [] : journeyFiles().filter((name) => !longJourneys.includes(name));
  const code = await run('@playwright/test/cli.js', ['test', '--reporter=list,json', ...picked], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
  for (const { message } of errors) tellLater('journeys', message);
  for (const { file: name, title, ok, tests } of specsOf(suites))
    if (!ok)
      tellLater(
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
function tellLater(name, message = '') {
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
function report(name) {
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

/** Runs a tool that is told of later: a tool that cannot be started is one that failed. */
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

function journeyFiles() {
  const folder = join(root, 'tests', 'journeys');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/journeys/${name.replaceAll('\\', '/')}`);
}

function finish() {
  const { passed, failed, ...suites } = totals;
  console.log('');
  for (const failure of failures) console.log(`FAILED ${failure}\n`);
  for (const [name, [good, bad]] of Object.entries(suites)) {
    console.log(`${name.padEnd(10)}${String(good).padStart(5)} passed ${String(bad).padStart(4)} failed`);
  }
  if (!all) console.log('The long ones were left to `npm run test:all`.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
