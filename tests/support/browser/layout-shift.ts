import type { Page } from '@playwright/test';

type Shifted = { shifted: number };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** In the page: adds up from now on what moves without a press (ux.md U5); `buffered`: also what moved before. */
export function watchShifts(buffered: boolean): void {
  Object.assign(window, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[])
      if (!hadRecentInput) (window as unknown as Shifted).shifted += value;
  }).observe({ type: 'layout-shift', buffered });
}

/** The cumulative layout shift since `watchShifts`. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Shifted).shifted);
