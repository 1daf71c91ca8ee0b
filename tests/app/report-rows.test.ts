import { expect, it } from 'vitest';
import { loader } from '../../app/routes/report-rows/route.ts';
import { openKeys } from '../../db/secrets/keys.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';

// A report's rows are costly work, as its call and its download are: counted once a question.

const actor = { userId: 1, operations: ['114'], permissions: everyPermission };
const keys = openKeys({ secret: 'the-link-secret-of-this-test-0000', publicUrl: 'http://agenda.example' });
const ask = (query: string, admitWork: () => Promise<unknown>, report = 'my_techs') =>
  loader({
    request: new Request(`http://agenda.example/reports/rows/${report}${query}`),
    params: { report },
    context: { session: { actor }, db: {}, auth: { admitWork }, keys },
  } as never);

it('is refused to who asked for too much in a minute, with when to ask again', async () => {
  const answer = await ask('', async () => refuse('too-much-work', { retryAfterSeconds: 7 }));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
});

it('counts whatever `since` a browser makes up, of any report', async () => {
  for (const [report, query] of [
    ['my_techs', '?since=1'],
    ['segments', `?month=2026-03-01&since=${Date.now() * 1_000}`],
    [
      'segments',
      `?month=2026-03-01&since=${keys.seal('report-since.2.segments.2026-03-01.', String(Date.now() * 1_000)).toString('base64url')}`,
    ],
  ] as const) {
    let asked = 0;
    await ask(query, async () => ++asked, report).catch(() => {});
    expect([query, asked]).toEqual([query, 1]);
  }
});

it('does not count while a tab waits for the same question', async () => {
  let asked = 0;
  const since = keys.seal('report-since.1.segments.2026-03-01.', String(Date.now() * 1_000));
  await ask(`?month=2026-03-01&since=${since.toString('base64url')}`, async () => ++asked, 'segments').catch(
    () => {},
  );
  expect(asked).toBe(0);
});
