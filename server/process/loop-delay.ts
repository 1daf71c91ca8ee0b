import { monitorEventLoopDelay } from 'node:perf_hooks';

const everyMs = 1_000;
const resolutionMs = 10;

/**
 * How late timers were on average, in ms: for so long the thread was busy with other work. Of the last two seconds the
 * better one: a single stall, as of a machine that was suspended or of the start, is over when it is seen.
 */
export function watchLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let last = 0;
  let before = 0;
  const timer = setInterval(() => {
    before = last;
    // Not a number: no timer ran at all.
    last = Number.isNaN(histogram.mean) ? Number.POSITIVE_INFINITY : histogram.mean / 1e6 - resolutionMs;
    histogram.reset();
  }, everyMs).unref();
  return {
    meanMs: () => Math.min(last, before),
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
