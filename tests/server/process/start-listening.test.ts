import { expect, it } from 'vitest';
import { startListening } from '../../../server/process/start-listening.ts';

// What the entrance of a web process does, in its order; that a web process does it: `npm run test:faults -- F01 F03`.

function follow() {
  const done: string[] = [];
  let there = () => {};
  let broken = (_: Error) => {};
  let waits = () => {};
  const prepare = async (wait: () => void) => {
    waits = wait;
    await new Promise<void>((resolve, reject) => {
      there = resolve;
      broken = reject;
    });
    done.push('there');
  };
  const listen = async () => void done.push('open');
  return {
    done,
    prepare,
    listen,
    waits: () => waits(),
    there: () => there(),
    broken: (error: Error) => broken(error),
  };
}
const turn = () => new Promise((next) => setTimeout(next, 30));

it('listens when everything is there, and not before', async () => {
  const one = follow();
  const opened = startListening(one.prepare, one.listen, { whenWaiting: 60_000, whenSlow: 60_000 });
  await turn();
  expect(one.done).toEqual([]);
  one.there();
  await opened;
  expect(one.done).toEqual(['there', 'open']);
});

it.each([
  ['while a database stays down', { whenWaiting: 1, whenSlow: 60_000 }, true],
  ['when it is slow for very long', { whenWaiting: 60_000, whenSlow: 1 }, false],
])('listens all the same %s, and ends only when all is there', async (_, after, waiting) => {
  const one = follow();
  let over = false;
  const opened = startListening(one.prepare, one.listen, after).then(() => {
    over = true;
  });
  if (waiting) one.waits();
  await turn();
  expect([one.done, over]).toEqual([['open'], false]);
  one.there();
  await opened;
  expect(one.done).toEqual(['open', 'there']);
});

it('does not listen while it is only slow: a balancer tries another process', async () => {
  const one = follow();
  const opened = startListening(one.prepare, one.listen, { whenWaiting: 1, whenSlow: 60_000 });
  await turn();
  expect(one.done).toEqual([]);
  one.there();
  await opened;
});

it('listens at once when it begins to wait after the time for that', async () => {
  const one = follow();
  const opened = startListening(one.prepare, one.listen, { whenWaiting: 10, whenSlow: 60_000 });
  await turn();
  one.waits();
  await turn();
  expect(one.done).toEqual(['open']);
  one.there();
  await opened;
});

it.each([1, 60_000])(
  'is refused what is wrong with the database, after a timeout of %s ms',
  async (timeoutMs) => {
    const one = follow();
    const opened = startListening(one.prepare, one.listen, {
      whenWaiting: timeoutMs,
      whenSlow: timeoutMs,
    });
    await turn();
    one.broken(new Error('another password'));
    await expect(opened).rejects.toThrow('another password');
  },
);
