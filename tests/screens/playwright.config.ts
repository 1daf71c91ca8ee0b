import { defineConfig } from '@playwright/test';
import { quickScreens } from '../gate/times.mjs';
import { runSettings } from '../support/browser/run-settings.ts';
import { headlessShellPath } from '../support/chromium.ts';

const quick = quickScreens.map((name) => `**/${name}.test.ts`);

/** Screens in a browser, each file on a product of its own (`tests/worlds/`): files do not depend on each other. */
export default defineConfig({
  ...runSettings,
  testDir: '.',
  // `--project quick` is the part of `npm test`.
  projects: [
    { name: 'quick', testMatch: quick },
    { name: 'long', testIgnore: quick },
  ],
  use: {
    ...runSettings.use,
    launchOptions: { ...runSettings.use.launchOptions, executablePath: headlessShellPath() },
  },
  workers: Number(process.env.SCREENS_WORKERS ?? 2),
  globalSetup: './start-town.ts',
  outputDir: '../../test-results/screens',
});
