// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DayKeeper } from '../../../app/offline/day-keeper.ts';

// What a technician's phone fetches for later (contract §8): until it has it, over a signal that lasts for seconds.

let online: boolean;
/** Addresses that the server fails to answer. */
let broken: Set<string>;
let asked: string[];
let stop: () => void;

const wanted = (...addresses: string[]) =>
  addresses.map((address) => ({
    address,
    version: '1',
    isKept: async () => false,
    keep: async () => {
      asked.push(address);
      if (!online) throw new TypeError('Failed to fetch');
      if (broken.has(address)) throw new Error('500');
    },
  }));

beforeEach(() => {
  vi.useFakeTimers();
  [online, broken, asked] = [true, new Set(), []];
  vi.stubGlobal('fetch', async () => {
    if (!online) throw new TypeError('Failed to fetch');
    return new Response('ok');
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(...addresses: string[]): DayKeeper {
  const keeper = new DayKeeper();
  stop = keeper.open();
  keeper.want(wanted(...addresses));
  return keeper;
}

it('what could not be had without a signal is asked for again as soon as there is one, and then no more', async () => {
  online = false;
  begin('a', 'b');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toEqual(['a']);
  online = true;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['a', 'a', 'b']);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['a', 'a', 'b']);
});

it('a signal that the browser does not notice is found within a quarter of a minute', async () => {
  online = false;
  begin('a');
  await vi.advanceTimersByTimeAsync(120_000);
  const before = asked.length;
  online = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked.slice(before)).toEqual(['a']);
});

it('one that the server fails to answer does not keep the others waiting, and is asked for again', async () => {
  broken.add('a');
  begin('a', 'b');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toEqual(['a', 'b']);
  broken.clear();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['a', 'b', 'a']);
});

it('a visit that changed is asked for again, the others are not', async () => {
  const keeper = begin('a', 'b');
  await vi.advanceTimersByTimeAsync(1_500);
  const [a, b] = wanted('a', 'b');
  keeper.want([a!, { ...b!, version: '2' }]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toEqual(['a', 'b', 'b']);
});

it('a page that was left asks for nothing more', async () => {
  begin('a');
  stop();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
});

it('says what a day without a signal still lacks, and looks for what the device has before it asks for anything', async () => {
  online = false;
  const there = new Set<string>();
  const needed = (address: string, what: 'day' | 'closing' | 'items') => ({
    ...wanted(address)[0]!,
    keep: async () => {
      if (!online) throw new TypeError('Failed to fetch');
      there.add(address);
    },
    needed: { for: what, isThere: async () => there.has(address) },
  });
  there.add('form 1');
  const keeper = new DayKeeper();
  stop = keeper.open();
  expect(keeper.snapshot()).toBeNull();
  keeper.want([
    needed('day', 'day'),
    needed('reasons', 'closing'),
    needed('form 1', 'items'),
    needed('form 2', 'items'),
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.snapshot()).toEqual({ day: true, closing: true, items: true });
  online = true;
  await vi.advanceTimersByTimeAsync(1_500);
  expect(keeper.snapshot()).toEqual({ day: false, closing: false, items: false });
});

it('what cannot be kept yet, as a screen before its files are there, keeps nothing else waiting', async () => {
  let files = false;
  const keeper = new DayKeeper();
  stop = keeper.open();
  const [screen, other] = wanted('screen', 'other');
  keeper.want([{ ...screen!, canBeKept: async () => files }, other!]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toEqual(['other']);
  files = true;
  keeper.startAnew();
  await vi.advanceTimersByTimeAsync(250);
  expect(asked).toEqual(['other', 'screen', 'other']);
});
