// Records the statements that a version of the product sends, for tests/db/record/previous.test.ts:
//
//     node tests/db/record/previous/record.mjs <commit of the previous release>
//
// That version is checked out beside this one and runs its own tests of calls and jobs on a PostgreSQL that writes
// down what it is asked. Run it at each release, with the commit that was released before.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const commit = execFileSync('git', ['rev-parse', process.argv[2] ?? ''], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const folder = mkdtempSync(join(tmpdir(), 'agenda-previous-'));
const tree = join(folder, 'tree');
const log = mkdtempSync(join(tmpdir(), 'agenda-statements-'));
for (const one of [folder, log]) chmodSync(one, 0o777); // PostgreSQL runs as another account when we run as root

try {
  execFileSync('git', ['worktree', 'add', '--detach', tree, commit], { cwd: root, stdio: 'inherit' });
  symlinkSync(realpathSync(join(root, 'node_modules')), join(tree, 'node_modules'));
  const setup = join(tree, 'tests/support/postgres/postgres.ts');
  const text = readFileSync(setup, 'utf8');
  const flags = [
    'log_statement=all',
    'logging_collector=on',
    'log_destination=csvlog',
    `log_directory=${log}`,
  ];
  const more = [...flags, 'log_filename=statements.log', 'log_rotation_age=0', 'log_rotation_size=0'];
  writeFileSync(
    setup,
    text.replace('const flags = [', `const flags = [${more.map((flag) => `'-c ${flag}'`)}, `),
  );
  const projects = ['server', 'workers', 'db'].flatMap((name) => ['--project', name]);
  const subjects = [
    'calls',
    'every-command',
    'live',
    'reports',
    'profile',
    'accounts',
    'external',
    'conversation',
  ];
  const files = [
    ...subjects,
    'webhooks',
    'intake',
    'tickets',
    'notices',
    'relay',
    'bot',
    'clock',
    'deadlines',
    'dispatch',
  ];
  const run = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...files.map((name) => `${name}.test`)];
  // A test that is late on a busy machine takes nothing from what was recorded.
  spawnSync(process.execPath, run, { cwd: tree, stdio: 'inherit' });
  const journal = JSON.parse(readFileSync(join(tree, 'db/migrations/meta/_journal.json'), 'utf8'));
  const { tag, when } = journal.entries.at(-1);
  const statements = [
    ...new Set([...readCsv(readFileSync(join(log, 'statements.csv'), 'utf8'))].flatMap(statementOf)),
  ].sort();
  const file = join(root, 'tests/db/record/previous/statements.json');
  writeFileSync(file, `${JSON.stringify({ commit, schema: { tag, when }, statements }, null, 1)}\n`);
  console.log(`${statements.length} statements of ${commit.slice(0, 7)} (${tag}).`);
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  for (const one of [folder, log]) rmSync(one, { recursive: true, force: true });
}

/** PostgreSQL's csvlog: fields in double quotes may hold anything, line ends too. */
function* readCsv(text) {
  let row = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    yield row;
    row = [];
  }
}

/** What the product itself sent, not the tests' own hands in the tables; without remarks, one space for many. */
function statementOf(row) {
  const [message, application] = [row[13] ?? '', row[22]];
  const [, sql] = /^execute [^:]+: ([\s\S]+)$/.exec(message) ?? [];
  if (!sql || application !== 'agenda-tecnica') return [];
  const plain = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
  return /^(select|with|insert|update|delete)\b/i.test(plain) && !/\btest_change/.test(plain) ? [plain] : [];
}
