import { monitorEventLoopDelay } from 'node:perf_hooks';

const everyMs = 1_000;
const resolutionMs = 10;

/** How late timers were on average in the last second, in ms: for so long the thread was busy with other work. */
export function watchLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let ms = 0;
  const timer = setInterval(() => {
    // Not a number: no timer ran at all.
    ms = Number.isNaN(histogram.mean) ? Number.POSITIVE_INFINITY : histogram.mean / 1e6 - resolutionMs;
    histogram.reset();
  }, everyMs).unref();
  return {
    meanMs: () => ms,
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
