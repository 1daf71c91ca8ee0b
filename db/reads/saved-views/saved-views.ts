import { and, eq } from 'drizzle-orm';
import { isViewId, type SavedView } from '../../../machines/access/saved-views.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { savedViews } from '../../schema/index.ts';

const columns = {
  id: savedViews.id,
  name: savedViews.name,
  board: savedViews.board,
  operations: savedViews.operations,
  filters: savedViews.filters,
  isDefault: savedViews.isDefault,
};

/** A user's views, by name. */
export async function listViews({ sql }: { sql: Query }, userId: number): Promise<SavedView[]> {
  const views = await typed(sql).select(columns).from(savedViews).where(eq(savedViews.userId, userId));
  return views.sort((a, b) => a.name.localeCompare(b.name, 'es'));
}

/** The view that a user's boards open with; undefined: none. */
export async function findDefaultView({ sql }: Db, userId: number): Promise<SavedView | undefined> {
  const [view] = await typed(sql)
    .select(columns)
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), savedViews.isDefault));
  return view;
}

/** A view by its link, of any user. */
export async function findView(
  { sql }: Db,
  id: string,
): Promise<(SavedView & { userId: number }) | undefined> {
  if (!isViewId(id)) return undefined;
  const [view] = await typed(sql)
    .select({ ...columns, userId: savedViews.userId })
    .from(savedViews)
    .where(eq(savedViews.id, id));
  return view;
}
