import { expect, it } from 'vitest';
import { allowedRequests } from '../../../server/http/shedding.ts';

// That a process sheds what it cannot do in good time: F09, in fault-suite.test.ts.

it('allows fewer requests at a time the slower the database is, and always some', () => {
  expect([0, 150, 200, 400, 2_000, 60_000].map((ms) => allowedRequests(200, ms))).toEqual([
    200, 200, 200, 100, 20, 8,
  ]);
  expect(allowedRequests(4, 60_000)).toBe(4);
});
