import type { RequestContext } from '../db/request-context.ts';

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
}

/** The theme's styles (`vite.config.ts`). */
declare module 'virtual:theme.css';

/** The address of a style sheet, which is built as a file of its own. */
declare module '*.css?url' {
  const address: string;
  export default address;
}
