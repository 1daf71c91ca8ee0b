// Which part of the tests a run of `run.mjs` is for, by its command line. Plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { root } from '../../server/install.mjs';

const layers = ['unit', 'screens', 'journeys'];

/** Exits with code 2 and a sentence where an option has no such value. */
export function readSelection(words) {
  const argv = words.flatMap((word) => (word.startsWith('--') ? word.split('=') : [word]));
  const all = argv.includes('--all');
  const only = optionValue(argv, '--only');
  if (only !== undefined && !layers.includes(only)) refuse('--only', only, 'unit, screens or journeys');
  const shard = optionValue(argv, '--shard');
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard ?? '') ?? [];
  if (shard !== undefined && !(Number(part) >= 1 && Number(part) <= Number(parts)))
    refuse('--shard', shard, 'for example 1/3');
  const changed = argv.includes('--changed') ? optionValue(argv, '--changed') || 'HEAD' : undefined;
  if (changed !== undefined && git('rev-parse', '--verify', '--quiet', `${changed}^{commit}`).status !== 0)
    refuse('--changed', changed, 'a commit, or nothing for what is not committed yet');
  return { all, only, shard, changed };
}

/** The arguments of each of vitest's runs: what a change touches by its imports, and the house, which reads the files. */
export function vitestRuns({ shard, changed }) {
  const sharded = shard ? [`--shard=${shard}`] : [];
  if (!changed) return [sharded];
  return [
    ['--passWithNoTests', '--project=!house', `--changed=${changed}`, ...sharded],
    ['--passWithNoTests', '--project=house', ...sharded],
  ];
}

/**
 * The same of a layer in browsers. A test there does not import the product: where that has changed, what `npm test` has
 * of the layer is run beside the changed tests.
 */
export function browserRuns({ all, shard, changed }) {
  const sharded = shard ? [`--shard=${shard}`] : [];
  const quick = ['--project', 'quick', ...sharded];
  if (!changed) return [all ? sharded : quick];
  const product = ['app', 'db', 'machines', 'server', 'workers', 'package-lock.json'];
  const isProduct =
    git('diff', '--quiet', changed, '--', ...product).status !== 0 ||
    git('ls-files', '--others', '--exclude-standard', '--', ...product).stdout !== '';
  return [
    ...(isProduct ? [quick] : []),
    [
      '--pass-with-no-tests',
      `--only-changed=${changed}`,
      ...(isProduct ? ['--project', 'long'] : []),
      ...sharded,
    ],
  ];
}

function optionValue(argv, option) {
  const at = argv.indexOf(option);
  if (at < 0) return undefined;
  const value = argv[at + 1];
  return value === undefined || value.startsWith('--') ? '' : value;
}

function refuse(option, value, accepted) {
  console.error(`${option}: got "${value}"; accepted: ${accepted}.`);
  process.exit(2);
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
