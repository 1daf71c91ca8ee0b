import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { limit } from './tests/gate/limits.mjs';
import { quickJourneys } from './tests/gate/times.mjs';
import { placeOf, products } from './tests/journeys/product.ts';
import { runSettings } from './tests/support/browser/run-settings.ts';

/** A folder of this run alone, so that the demo's 'today' is today; the workers inherit it. */
function freshData(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agenda-journeys-'));
  // PostgreSQL may run as another user than root and has to get in.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
process.env.JOURNEYS_DATA_DIR ??= freshData();

const quick = quickJourneys.map((name) => `**/${name}.test.ts`);

/** Journeys: for each worker the built product with a database of its own, in a browser that the system has. */
export default defineConfig({
  ...runSettings,
  testDir: 'tests/journeys',
  // `--project quick` is the part of `npm test`.
  projects: [
    { name: 'quick', testMatch: quick },
    { name: 'long', testIgnore: quick },
  ],
  workers: products,
  webServer: Array.from({ length: products }, (_, index) => serverOf(placeOf(index))),
});

function serverOf({ port, baseURL, dataDir }: ReturnType<typeof placeOf>) {
  return {
    name: `product ${port}`,
    command: 'node --enable-source-maps dist/up.js',
    url: `${baseURL}/`,
    timeout: limit(180_000), // the first start loads the demo
    reuseExistingServer: false,
    stdout: 'pipe' as const,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: baseURL,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      REDIS_URL: '',
      ROLE: '',
      // The journey's receiver is on this machine.
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
    },
    // Without it Playwright kills the tree outright and leaves PostgreSQL behind.
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  };
}
