import { useMatches, useRouteLoaderData } from '@remix-run/react';
import { words } from '../../words.ts';
import type { Viewer } from './load-viewer.ts';

/** What a screen tells the frame around it. */
export type ScreenHandle = { title: string; parent?: string; search?: boolean; fixed?: boolean };

export function useScreen(): ScreenHandle {
  const handles = useMatches().map((match) => match.handle as ScreenHandle | undefined);
  return handles.findLast((handle) => handle?.title) ?? { title: words.product };
}

/** Who is signed in, from any screen below the frame. */
export const useViewer = (): Viewer => useRouteLoaderData('routes/signed-in/route') as Viewer;
