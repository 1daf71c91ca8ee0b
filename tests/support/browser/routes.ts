import { pathToFileURL } from 'node:url';

export type Route = {
  id: string;
  path?: string;
  parentId?: string;
  module: { loader?: unknown; default?: unknown };
};

/** The routes of the built product: screens have a component, the others only answer. */
export async function listRoutes(): Promise<Route[]> {
  const built = await import(pathToFileURL('build/server/index.js').href);
  return Object.values(built.routes as Record<string, Route>);
}
