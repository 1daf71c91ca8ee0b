import { expect, it } from 'vitest';
import { startListening } from '../../server/process/start-listening.ts';

// What the entrance of a web process does, in its order; that a web process does it: `npm run test:faults -- F01 F03`.

function follow() {
  const done: string[] = [];
  let there = () => {};
  let broken = (_: Error) => {};
  const prepare = async () => {
    await new Promise<void>((resolve, reject) => {
      there = resolve;
      broken = reject;
    });
    done.push('there');
  };
  const listen = async () => void done.push('open');
  return { done, prepare, listen, there: () => there(), broken: (error: Error) => broken(error) };
}
const turn = () => new Promise((next) => setTimeout(next, 30));

it('listens when everything is there, and not before', async () => {
  const one = follow();
  const opened = startListening(one.prepare, one.listen, 60_000);
  await turn();
  expect(one.done).toEqual([]);
  one.there();
  await opened;
  expect(one.done).toEqual(['there', 'open']);
});

it('listens all the same while a database stays down, and ends only when that is there', async () => {
  const one = follow();
  let over = false;
  const opened = startListening(one.prepare, one.listen, 1).then(() => {
    over = true;
  });
  await turn();
  expect([one.done, over]).toEqual([['open'], false]);
  one.there();
  await opened;
  expect(one.done).toEqual(['open', 'there']);
});

it.each([1, 60_000])(
  'is refused what is wrong with the database, after a timeout of %s ms',
  async (timeoutMs) => {
    const one = follow();
    const opened = startListening(one.prepare, one.listen, timeoutMs);
    await turn();
    one.broken(new Error('another password'));
    await expect(opened).rejects.toThrow('another password');
  },
);
