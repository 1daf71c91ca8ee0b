/** The oldest browsers that the screens are for, and are built for (`vite.config.ts`): the first with `light-dark()`. */
export const oldestBrowsers = { chrome: 123, edge: 123, firefox: 124, safari: 17.5 };
