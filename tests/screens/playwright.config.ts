import { defineConfig } from '@playwright/test';
import { runSettings } from '../support/browser/run-settings.ts';

/** Screens in a browser, each file on a product of its own (`tests/worlds/`): files do not depend on each other. */
export default defineConfig({
  ...runSettings,
  testDir: '.',
  workers: Number(process.env.SCREENS_WORKERS ?? 2),
  globalSetup: './start-town.ts',
  outputDir: '../../test-results/screens',
});
