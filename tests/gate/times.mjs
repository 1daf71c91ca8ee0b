// What the last whole run measured, and what follows from it: which files `npm test` leaves to `npm run test:all`, and
// which begin first. Plain JavaScript without dependencies, as `run.mjs`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/install.mjs';

/** In the repository, so that every machine leaves out the same files; `npm run test:times` takes the last run's. */
const recorded = join(root, 'tests', 'gate', 'times.json');
/** Of the runs of this machine. */
const measured = join(root, '.cache', 'reports', 'times.json');

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Seconds that a file of tests takes on a calm machine; a new one is not among them. */
export const fileSeconds = read(recorded);

const longSeconds = 15;

/** The files of vitest that `npm test` leaves out. */
export const longFiles = Object.keys(fileSeconds).filter(
  (file) => !/^tests\/(journeys|screens)\//.test(file) && fileSeconds[file] >= longSeconds,
);

/** Tests in a browser of `npm test`, chosen by what they prove: every screen once, and who may open which. */
export const quickScreens = ['access/smoke', 'access/screens-guard', 'access/errors-sign-in'];
/** And the product's main job, and what only two browsers can show. */
export const quickJourneys = ['main-job', 'race', 'offline/connection'];

/** Adds what a run measured to what this machine knows; `factor`: by how much it was slower than a calm machine. */
export function noteTimes(files, factor) {
  const times = read(measured);
  for (const [file, seconds] of Object.entries(files)) times[file] = Math.round((seconds / factor) * 10) / 10;
  mkdirSync(join(root, '.cache', 'reports'), { recursive: true });
  writeFileSync(measured, JSON.stringify(times));
}

/** `npm run test:times`: what this machine measured is what holds from now on; files that are gone are forgotten. */
export function keepTimes() {
  const times = { ...fileSeconds, ...read(measured) };
  const sorted = Object.entries(times)
    .filter(([file]) => existsSync(join(root, file)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(recorded, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

if (process.argv[2] === '--keep') keepTimes();
