import { useMatches, useRouteLoaderData } from '@remix-run/react';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { Viewer } from './load-viewer.server.ts';

/** A screen's settings of the frame around it. */
export type ScreenHandle = {
  title: string | ((params: Params) => string);
  parent?: string;
  search?: boolean;
  fixed?: boolean;
  /** A board: with its list of orders, or the week alone. */
  board?: 'both' | 'week';
};
type Params = Record<string, string | undefined>;
type Screen = ScreenHandle & { title: string };

export function useScreen(): Screen {
  const titled = useMatches().findLast((match) => (match.handle as ScreenHandle | undefined)?.title);
  if (!titled) return { title: shellWords.product };
  const handle = titled.handle as ScreenHandle;
  const { title } = handle;
  return { ...handle, title: typeof title === 'string' ? title : title(titled.params) };
}

/** Who is signed in, from any screen below the frame. */
export const useViewer = (): Viewer => useRouteLoaderData('routes/signed-in/route') as Viewer;
