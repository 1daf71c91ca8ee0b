import { test as people } from '../support/browser/people.ts';
import { closeWorld, worldOf } from '../worlds/world.ts';

export * from '../support/browser/people.ts';

/** People of the town, on screens that a test file has for itself: nothing that a test changes is put back. */
export const test = people.extend<object, { worldsEnd: undefined }>({
  product: async ({ worker }, use, { file }) => use(await worldOf(file, { worker })),
  worldsEnd: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      await use(undefined);
      await closeWorld();
    },
    { scope: 'worker', auto: true },
  ],
});
