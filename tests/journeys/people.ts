import { test as people } from '../support/browser/people.ts';
import { ownProduct } from './product.ts';

export * from '../support/browser/people.ts';

/** People of the demo, on the product as it is started, which the journeys share. */
export const test = people.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
  product: async ({}, use) => use(ownProduct()),
});
