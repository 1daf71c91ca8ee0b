import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { findView } from '../../../db/reads/saved-views/saved-views.ts';
import { addressOfView, boardsOf } from '../../../machines/access/saved-views.ts';
import { viewPaths } from '../../require-session.server.ts';
import { requireSessionHere } from '../../return-path.server.ts';
import { savedViewLinkWords as words } from '../../words/board/saved-view-link-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { NotHere } from '../signed-in/not-here.tsx';
import type { ScreenHandle } from '../signed-in/screen.ts';

export const handle: ScreenHandle = { title: words.screen, parent: '/' };
export const meta: MetaFunction = () => [{ title: `${words.goneTitle} · ${shellWords.product}` }];

/** The link of a saved view: to the board that it shows, with what of it the reader may see (contract §13). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { actor, defaultView } = requireSessionHere(context, request);
  const view = await findView(context.db, params.id!);
  if (!view) throw new Response(words.goneTitle, { status: 404 });
  const boards = boardsOf({ ...actor, defaultView });
  throw redirect(
    addressOfView(view, { operations: actor.operations, boards }) ?? viewPaths[defaultView] ?? '/tecnico',
  );
}

export const ErrorBoundary = () => <NotHere hint={words.goneHint} />;

export default function SavedView() {
  return null;
}
