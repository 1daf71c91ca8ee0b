import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A running product with the demo in a record of its own. */
export type Product = { port: number; baseURL: string; dataDir: string };

/** How many run at once, each in a world of its own. One browser and one product keep two cores busy already. */
export const products = Number(process.env.JOURNEYS_WORKERS ?? 1);

/** The product of Playwright's worker `index`, from 0. `JOURNEYS_DATA_DIR` is the run's folder. */
export function productOf(index: number): Product {
  const port = Number(process.env.JOURNEYS_PORT ?? 4180) + index;
  return {
    port,
    // 127.0.0.1, not localhost: there engine.io does not notice that the browser is offline.
    baseURL: `http://127.0.0.1:${port}`,
    dataDir: join(process.env.JOURNEYS_DATA_DIR!, String(index)),
  };
}

/** The product of the worker that asks. */
export const ownProduct = (): Product => productOf(Number(process.env.TEST_PARALLEL_INDEX));

/** What the product of a folder keeps to itself. */
export const secretsOf = ({ dataDir }: Pick<Product, 'dataDir'>): string[] =>
  ['link-secret', 'postgres-password'].map((name) => readFileSync(join(dataDir, name), 'utf8').trim());
