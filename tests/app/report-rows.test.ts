import { expect, it } from 'vitest';
import { loader } from '../../app/routes/report-rows/route.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';

// A report's rows are costly work, as its call and its download are: counted once a question.

const actor = { userId: 1, operations: ['114'], permissions: everyPermission };
const ask = (query: string, admitWork: () => Promise<unknown>) =>
  loader({
    request: new Request(`http://agenda.example/reports/rows/my_techs${query}`),
    params: { report: 'my_techs' },
    context: { session: { actor }, db: {}, auth: { admitWork } },
  } as never);

it('is refused to who asked for too much in a minute, with when to ask again', async () => {
  const answer = await ask('', async () => refuse('too-much-work', { retryAfterSeconds: 7 }));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
});

it('is not asked for again while a tab waits for the same question', async () => {
  let asked = 0;
  await ask('?since=1', async () => ++asked).catch(() => {});
  expect(asked).toBe(0);
});
