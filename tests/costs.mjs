// What `npm test` runs and what it leaves to `npm run test:all`. A file of vitest is long when its tests take about
// 20 s or more on two cores, or it first builds a large record (0: that preparation is not in vitest's figure); `npm test` has one journey of every screen and those below. CI runs everything.

/** Files of vitest that `npm test` leaves out, with their seconds. */
export const longTests = {
  'tests/server/fault-suite.test.ts': 810,
  'tests/browsers/journey.test.ts': 240,
  'tests/workers/bot.test.ts': 71,
  'tests/server/bad-input.test.ts': 64,
  'tests/server/monitoring.test.ts': 40,
  'tests/db/seed.test.ts': 63,
  'tests/db/lean-history.test.ts': 0,
  'tests/db/technician-day.test.ts': 0,
  'tests/db/failover.test.ts': 37,
  'tests/db/backup.test.ts': 34,
  'tests/server/import.test.ts': 32,
  'tests/workers/queue-sentinel.test.ts': 31,
  'tests/workers/reports.test.ts': 31,
  'tests/server/report-waits.test.ts': 30,
  'tests/db/embedded.test.ts': 28,
  'tests/db/silent-connections.test.ts': 23,
  'tests/workers/process.test.ts': 23,
  'tests/workers/bot-fleet.test.ts': 21,
  'tests/db/pooler.test.ts': 20,
  'tests/server/revoked-sessions.test.ts': 18,
  'tests/server/connections.test.ts': 25,
  'tests/server/move-operations.test.ts': 20,
  'tests/db/reports.test.ts': 17,
};

/** Journeys of `npm test`: every screen once, the product's main job, and what only two browsers can show. */
export const quickJourneys = ['smoke', 'main-job', 'race', 'connection', 'screens-guard', 'errors-sign-in'];
