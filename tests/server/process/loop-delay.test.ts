import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchLoopDelay } from '../../../server/process/loop-delay.ts';
import { until } from '../../support/until.ts';

let delay: ReturnType<typeof watchLoopDelay>;
beforeEach(() => {
  delay = watchLoopDelay();
});
afterEach(() => delay.close());

/** Longer than a look, so that at least one of them finds nothing but this. */
const stall = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);

it('a thread that is kept busy is late, and on time again once it is free', async () => {
  expect(delay.meanMs()).toBe(0);
  let busy = true;
  void until(() => delay.meanMs() > 500).finally(() => {
    busy = false;
  });
  while (busy) {
    stall();
    await wait(1);
  }
  await until(() => delay.meanMs() < 500);
});

it('one stall is no overload: the thread is free again when it is seen', async () => {
  let most = 0;
  stall();
  for (let look = 0; look < 30; look++) {
    await wait(100);
    most = Math.max(most, delay.meanMs());
  }
  expect(most).toBeLessThan(500);
});
