// What `npm test` leaves to `npm run test:all`, so that it ends within a quarter of an hour on two cores: whole screens
// gone through once more, large loads and large numbers. CI runs all of it, and so does whoever closes an issue.

/** Files of vitest. */
export const longTests = [
  'tests/db/embedded.test.ts',
  'tests/db/lean-history.test.ts',
  'tests/db/reports.test.ts',
  'tests/db/seed.test.ts',
  'tests/db/technician-day.test.ts',
  'tests/server/bad-input.test.ts',
  'tests/server/import.test.ts',
  'tests/server/report-waits.test.ts',
  'tests/workers/bot-fleet.test.ts',
  'tests/workers/bot.test.ts',
];

/** Files of journeys. */
export const longJourneys = [
  'access',
  'accounts',
  'api-document',
  'chat-bot',
  'conversation',
  'errors-board',
  'errors-closing',
  'errors-dispatch',
  'errors-reports',
  'errors-setup',
  'errors-sign-in',
  'errors-technician',
  'finding',
  'lookups',
  'profile',
  'queues',
  'reports',
  'reports-run',
  'retention',
  'setup',
  'visit-detail',
  'webhooks',
].map((name) => `tests/journeys/${name}.test.ts`);
