import type { PlaywrightTestConfig } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { chromiumArgs, chromiumPath } from '../chromium.ts';
import { morningZone } from '../morning-zone.ts';

// Whatever the hour at which a run begins, it is ten in the morning: no slot of the day is over but the first.
process.env.TIME_ZONE ??= morningZone(new Date());

/** What every run in browsers has in common. */
export const runSettings = {
  // Said in the end; files that are never tried twice say so themselves.
  retries: process.env.CI ? 1 : 0,
  // Two shared cores: generous timeouts for the whole, not for what a user waits for.
  timeout: limit(120_000),
  expect: { timeout: limit(10_000) },
  forbidOnly: true,
  use: {
    locale: 'es-AR',
    // The browser's own zone has no part in what the product shows.
    timezoneId: 'America/Argentina/Buenos_Aires',
    // A trace takes half as long again: for debugging a failure.
    trace: process.env.JOURNEYS_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    video: 'off', // needs Playwright's own ffmpeg, which no system package brings
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        // Nothing is drawn on a screen.
        ...['--disable-gpu-rasterization', '--disable-gpu-compositing', '--disable-software-rasterizer'],
        ...chromiumArgs,
      ],
    },
  },
} satisfies PlaywrightTestConfig;
