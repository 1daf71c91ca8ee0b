import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
// @ts-expect-error plain JavaScript, for npm test before anything is installed
import { longTests } from './tests/costs.mjs';

/** Projects mirror the rooms; those that ask the real PostgreSQL are named in tests/support/postgres.ts. */
const project = (name: string, include: string, testTimeout: number) => ({
  extends: true as const,
  test: { name, include: [include], testTimeout, hookTimeout: 60_000 },
});

/** The longest files first: begun last they would keep one core idle for minutes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      (longTests as Record<string, number>)[relative(import.meta.dirname, moduleId)] ?? -1;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}

export default defineConfig({
  test: {
    // Two: the machine that judges a change may have two cores, and each file may own a database.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/support/postgres.ts'],
    projects: [
      project('house', 'tests/*.test.ts', 30_000),
      project('machines', 'tests/machines/**/*.test.ts', 10_000),
      project('db', 'tests/db/**/*.test.ts', 30_000),
      project('server', 'tests/server/**/*.test.{ts,tsx}', 60_000),
      project('workers', 'tests/workers/**/*.test.ts', 30_000),
      project('browsers', 'tests/browsers/**/*.test.ts', 60_000),
      project('app', 'tests/app/**/*.test.{ts,tsx}', 15_000),
    ],
  },
});
