import { afterEach, expect, it } from 'vitest';
import { watchLoopDelay } from '../../../server/process/loop-delay.ts';
import { until } from '../../support/until.ts';

const delay = watchLoopDelay();
afterEach(() => delay.close());

it('a thread that is kept busy is late, and on time again once it is free', async () => {
  expect(delay.meanMs()).toBe(0);
  // Longer than a look, so that at least one of them finds nothing but this.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  await until(() => delay.meanMs() > 500);
  await until(() => delay.meanMs() < 500);
});
