import type { RequestContext } from '../db/request-context.ts';

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
}

/** The theme's styles (`vite.config.ts`). */
declare module 'virtual:theme.css';
