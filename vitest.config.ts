import { defineConfig } from 'vitest/config';

/** Projects mirror the rooms; those that ask the real PostgreSQL are named in tests/support/postgres.ts. */
const project = (name: string, include: string, testTimeout: number) => ({
  extends: true as const,
  test: { name, include: [include], testTimeout, hookTimeout: 60_000 },
});

export default defineConfig({
  test: {
    // Two: the machine that judges a change may have two cores, and each file may own a database.
    maxWorkers: 2,
    globalSetup: ['tests/support/postgres.ts'],
    projects: [
      project('house', 'tests/*.test.ts', 30_000),
      project('machines', 'tests/machines/**/*.test.ts', 10_000),
      project('db', 'tests/db/**/*.test.ts', 30_000),
      project('server', 'tests/server/**/*.test.{ts,tsx}', 60_000),
      project('workers', 'tests/workers/**/*.test.ts', 30_000),
      project('app', 'tests/app/**/*.test.{ts,tsx}', 15_000),
    ],
  },
});
