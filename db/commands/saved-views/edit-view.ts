import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import {
  filtersOf,
  mostViews,
  operationsOfSearch,
  type SavedView,
  viewPath,
} from '../../../machines/access/saved-views.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { listViews } from '../../reads/saved-views/saved-views.ts';
import { command, type Frame } from '../../record/transact.ts';
import { savedViews } from '../../schema/index.ts';
import { editViewInput } from './edit-view-input.ts';

type Input = z.output<typeof editViewInput>;

/**
 * Saves what a board shows under a name of the actor's own, or changes such a view: its name, what it shows, whether
 * it is the default (contract §13). One view at most is the default; another takes its place.
 */
export const editView = command({
  name: 'editView',
  input: editViewInput,
  async run(frame, input) {
    const { tx, actor } = frame;
    // Of two that are saved at once the later one counts the first.
    await tx`select 1 from users where id = ${actor.userId} for update`;
    const views = await listViews({ sql: tx }, actor.userId);
    const before = views.find(({ id }) => id === input.id) ?? null;
    if (input.id !== null && !before) return refuse('view-unknown');
    const view = changed(frame, before, input);
    if (isRefusal(view)) return view;
    const refusal = refuseAmong(views, view, before === null);
    if (refusal) return refusal;
    const { id, ...columns } = view;
    const record = typed(tx);
    if (view.isDefault)
      await record
        .update(savedViews)
        .set({ isDefault: false })
        .where(and(eq(savedViews.userId, actor.userId), ne(savedViews.id, id)));
    if (before) await record.update(savedViews).set(columns).where(eq(savedViews.id, id));
    else await record.insert(savedViews).values({ ...view, userId: actor.userId });
    return present(view);
  },
});

/** The view as it will be, or why it cannot be so. */
function changed({ actor }: Frame, before: SavedView | null, input: Input): SavedView | Refusal {
  const name = input.name ?? before?.name;
  const board = input.board ?? before?.board;
  if (name === undefined) return refuseField('view-name-length', 'name');
  if (board === undefined) return refuseField('check-the-data', 'board');
  if (!before && input.search === null) return refuseField('check-the-data', 'search');
  const operations = input.search === null ? before!.operations : operationsOfSearch(input.search);
  const reach = operationsOf(actor);
  // Of a view that was saved before an operation was lost the rest can still be changed.
  if (input.search !== null && !operations.every((code) => reach.includes(code)))
    return refuseField('operation-not-assigned', 'search');
  return {
    id: before?.id ?? randomBytes(16).toString('base64url'),
    name,
    board,
    operations,
    filters: filtersOf(board, input.search ?? before!.filters),
    isDefault: input.is_default ?? before?.isDefault ?? false,
  };
}

function refuseAmong(views: SavedView[], view: SavedView, isNew: boolean): Refusal | null {
  if (isNew && views.length >= mostViews) return refuse('views-full');
  const same = (name: string) => name.toLowerCase() === view.name.toLowerCase();
  return views.some(({ id, name }) => id !== view.id && same(name))
    ? refuseField('view-name-taken', 'name')
    : null;
}

/** As the API answers it. */
export const present = ({ id, name, board, operations, filters, isDefault }: SavedView) => ({
  ...{ id, name, board, operations, filters, is_default: isDefault },
  path: viewPath(id),
});
