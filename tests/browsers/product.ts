import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { stop } from './find-program.ts';

export type Product = { port: number; baseURL: string; stop(): Promise<void> };

/** The built product with the demo in a record of its own, as the journeys have it; `openOffice` asks this one. */
export async function startProduct(folder: string): Promise<Product> {
  const port = await freePort();
  process.env.JOURNEYS_PORT = String(port);
  process.env.JOURNEYS_DATA_DIR = folder;
  process.env.TEST_PARALLEL_INDEX = '0';
  const { productOf } = await import('../journeys/product.ts');
  const { baseURL, dataDir } = productOf(0);
  const own = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, NODE_ENV: 'production' as const };
  const none = { DATABASE_URL: '', REDIS_URL: '', ROLE: '', PUBLIC_URL: '' };
  const product = spawn(process.execPath, ['dist/up.js'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...own, ...none, LOG_LEVEL: 'warn' },
  });
  const isReady = () =>
    fetch(`${baseURL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, 180_000);
  return { port, baseURL, stop: () => stop(product) };
}
