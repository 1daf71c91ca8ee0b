import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { savedViews } from '../../schema/index.ts';
import { viewId } from './edit-view-input.ts';

/** Deletes a view of the actor's own. Its link opens nothing any more. */
export const deleteView = command({
  name: 'deleteView',
  input: z.object({ id: viewId }),
  async run({ tx, actor }, { id }) {
    const deleted = await typed(tx)
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.userId, actor.userId)));
    return deleted.count === 0 ? refuse('view-unknown') : {};
  },
});
