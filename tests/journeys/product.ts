import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../support/browser/product.ts';

/** How many run at once, each in a world of its own. One browser and one product keep two cores busy already. */
export const products = Number(process.env.JOURNEYS_WORKERS ?? 1);

/** The port, the address and the folder of product `index`, from 0. `JOURNEYS_DATA_DIR` is the run's folder. */
export function placeOf(index: number): { port: number } & Pick<Product, 'baseURL' | 'dataDir'> {
  const port = Number(process.env.JOURNEYS_PORT ?? 4180) + index;
  const baseURL = `http://127.0.0.1:${port}`;
  return { port, baseURL, dataDir: join(process.env.JOURNEYS_DATA_DIR!, String(index)) };
}

/** A running product with the demo in a record of its own. */
export function productIn({ baseURL, dataDir }: Pick<Product, 'baseURL' | 'dataDir'>): Product {
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim();
  const port = read('postgres/postmaster.pid').split('\n')[3];
  const recordUrl = `postgres://postgres:${read('postgres-password')}@127.0.0.1:${port}/agenda`;
  return { baseURL, dataDir, linkSecret: read('link-secret'), recordUrl };
}

let own: Product | undefined;

/** The product of the worker that asks. */
export function ownProduct(): Product {
  own ??= productIn(placeOf(Number(process.env.TEST_PARALLEL_INDEX) % products));
  return own;
}
