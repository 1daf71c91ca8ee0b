import { useLoaderData, useLocation } from '@remix-run/react';
import { viewParam } from '../../../machines/access/saved-views.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import type { BoardData } from '../board-data.server.ts';
import { type AnyView, type BoardNow, compareWithView, type ShownView } from './shown-view.ts';

export type Shown = ShownView & { view: AnyView; own: boolean };

/** The view that the board was opened by, one's own or another user's; null: none, or it is deleted. */
export function useShownView(now: BoardNow): Shown | null {
  const { views, operations } = useViewer();
  const { shared } = useLoaderData<BoardData>();
  const id = new URLSearchParams(useLocation().search).get(viewParam);
  const mine = views.find((view) => view.id === id);
  const view = mine ?? (shared?.id === id ? shared : null);
  return view && { ...compareWithView(view, now, operations), view, own: mine !== undefined };
}
