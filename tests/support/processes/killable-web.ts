import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll } from 'vitest';
// @ts-expect-error plain JavaScript: it runs before anything is installed
import { onlyBundled } from '../../../server/build.mjs';

/**
 * A web process of the calling test file's own, over the database given, that can
 * be killed with `kill -9` and started again. It is bundled, as the product is:
 * it starts in a fraction of the time.
 */
export function killableWeb(database: { readonly url: string }) {
  let web: ChildProcess | undefined;
  const bundle = join(import.meta.dirname, `../../../.cache/web-process-${process.pid}.mjs`);
  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, 'web-process.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      plugins: [onlyBundled],
    });
  });
  afterEach(() => void web?.kill('SIGKILL'));
  afterAll(() => rmSync(bundle, { force: true }));
  return {
    /** Answered once it listens on the port. */
    async start(port: number, env: Record<string, string> = {}): Promise<void> {
      const child = fork(bundle, {
        execArgv: [],
        env: { ...process.env, DATABASE_URL: database.url, PORT: String(port), ...env },
      });
      web = child;
      await new Promise<void>((ready, failed) => {
        child.once('message', () => ready());
        child.once('exit', (code) => failed(new Error(`the web process ended with ${code}`)));
      });
    },
    kill: (): void => void web?.kill('SIGKILL'),
  };
}
