import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { limit } from './tests/gate/limits.mjs';
import { fileSeconds, longFiles } from './tests/gate/times.mjs';

/** What is about places and faults is never tried twice: there a failure by chance is the fault that is looked for. */
const neverRetried = ['tests/db/record/places.test.ts', 'tests/server/process/fault-suite.test.ts'];
const retry = process.env.CI ? 1 : 0;
/** `npm test` leaves the long files to `npm run test:all`. */
const leftOut = process.env.GATE_LEAVES_OUT_LONG ? longFiles : [];

/** Projects mirror the rooms; those that ask the real PostgreSQL are named in tests/support/postgres/postgres.ts. */
const project = (name: string, include: string[], testTimeout: number, more: object = {}) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: leftOut,
    testTimeout: limit(testTimeout),
    hookTimeout: limit(60_000),
    ...more,
  },
});
/** Real processes and services, which a busy machine can keep waiting beyond every limit. */
const retried = (name: string, include: string[], testTimeout: number) =>
  project(name, include, testTimeout, { retry, exclude: [...neverRetried, ...leftOut] });

/** The longest files first: begun last they would keep one core idle for minutes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      fileSeconds[relative(import.meta.dirname, moduleId)] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}

export default defineConfig({
  test: {
    // The machine that judges a change may have two cores, and each file may own a database. The long files mostly wait:
    // with two workers a third of both cores was idle.
    maxWorkers: process.env.GATE_LEAVES_OUT_LONG ? 2 : 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/support/postgres/postgres.ts'],
    expect: { poll: { timeout: limit(5_000) } },
    projects: [
      project('house', ['tests/*.test.ts'], 30_000),
      project('machines', ['tests/machines/**/*.test.ts'], 10_000),
      retried('db', ['tests/db/**/*.test.ts'], 30_000),
      retried('server', ['tests/server/**/*.test.{ts,tsx}'], 60_000),
      retried('workers', ['tests/workers/**/*.test.ts'], 30_000),
      project('firm', neverRetried, 30_000),
      retried('browsers', ['tests/browsers/**/*.test.ts'], 60_000),
      project('app', ['tests/app/**/*.test.{ts,tsx}'], 15_000, { setupFiles: ['tests/app/limits.ts'] }),
    ],
  },
});
