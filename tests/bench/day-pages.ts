import type { BrowserContext, Page } from '@playwright/test';

/** What a page observes of itself, from before its first script. */
type Watch = {
  /** Milliseconds from the navigation until the first visit stood painted; null: not yet. */
  painted: number | null;
  /** Milliseconds of each task over 50. */
  long: number[];
  /** Milliseconds of each press or key, as the Event Timing API counts them: until the paint after it. */
  interactions: number[];
  /** Milliseconds from each click until what it changed was painted; null: it changed nothing. */
  clicks: (number | null)[];
  /** Milliseconds between frames, while they are asked for. */
  frames: number[];
  watchesFrames: boolean;
};
declare global {
  interface Window {
    bench: Watch;
  }
}

/** Runs in the page. */
function watch(): void {
  const bench: Watch = {
    painted: null,
    long: [],
    interactions: [],
    clicks: [],
    frames: [],
    watchesFrames: false,
  };
  window.bench = bench;
  const afterPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  const look = () => {
    if (!document.querySelector('[data-visit-id][data-stop]')) return requestAnimationFrame(look);
    return afterPaint(() => {
      bench.painted = performance.now();
    });
  };
  requestAnimationFrame(look);
  let last = 0;
  const frame = (now: number) => {
    if (bench.watchesFrames && last > 0) bench.frames.push(now - last);
    last = bench.watchesFrames ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.long.push(duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) bench.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  let clicked: { at: number; index: number } | null = null;
  window.addEventListener(
    'click',
    ({ timeStamp }) => {
      clicked = { at: timeStamp, index: bench.clicks.push(null) - 1 };
    },
    true,
  );
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver((changes) => {
      // The stop of the Tab key is not seen.
      if (!clicked || changes.every(({ attributeName }) => attributeName === 'tabindex')) return;
      const { at, index } = clicked;
      clicked = null;
      afterPaint(() => {
        bench.clicks[index] = performance.now() - at;
      });
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** A page that watches itself, of this session. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // tsx names inner functions by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (of) => of');
  await page.addInitScript(watch);
  return page;
}

/** @returns milliseconds from the navigation until the first visit stood painted */
export async function paintOf(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  const until = Date.now() + 20_000;
  for (;;) {
    const painted = await page.evaluate(() => window.bench?.painted).catch(() => null);
    if (painted != null) return painted;
    if (Date.now() > until) throw new Error(`no visit was painted at ${page.url()}`);
    await page.waitForTimeout(100);
  }
}

/** What was observed since it was last asked for. */
export const taken = (page: Page): Promise<Watch> =>
  page.evaluate(async () => {
    // Events are reported after the paint that they end with.
    await new Promise((done) => setTimeout(done, 200));
    const { bench } = window;
    const copy = structuredClone(bench);
    for (const list of [bench.long, bench.interactions, bench.clicks, bench.frames]) list.length = 0;
    return copy;
  });

export const watchFrames = (page: Page, on: boolean): Promise<void> =>
  page.evaluate((now) => {
    window.bench.watchesFrames = now;
  }, on);
