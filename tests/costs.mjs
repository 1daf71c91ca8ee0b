// What `npm test` runs and what it leaves to `npm run test:all`. Measured on two cores: a file of vitest that takes more
// than 20 s is long, and `npm test` has one journey of every screen and those below. CI runs everything.

/** Files of vitest that `npm test` leaves out, with their seconds. */
export const longTests = {
  'tests/server/fault-suite.test.ts': 450,
  'tests/workers/bot.test.ts': 71,
  'tests/server/bad-input.test.ts': 64,
  'tests/db/seed.test.ts': 63,
  'tests/db/lean-history.test.ts': 45,
  'tests/server/load.test.ts': 39,
  'tests/db/technician-day.test.ts': 35,
  'tests/db/backup.test.ts': 34,
  'tests/server/import.test.ts': 32,
  'tests/workers/reports.test.ts': 31,
  'tests/server/report-waits.test.ts': 30,
  'tests/db/embedded.test.ts': 28,
  'tests/db/silent-connections.test.ts': 23,
  'tests/workers/process.test.ts': 23,
  'tests/workers/bot-fleet.test.ts': 21,
  'tests/db/reports.test.ts': 20,
};

/** Journeys of `npm test`: every screen once, the product's main job, and what only two browsers can show. */
export const quickJourneys = ['smoke', 'main-job', 'race', 'connection', 'screens-guard', 'errors-sign-in'];
