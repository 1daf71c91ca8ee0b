import { z } from 'zod';
import { present } from '../../../db/commands/saved-views/edit-view.ts';
import { viewAnswer } from '../answers/saved-view.ts';
import * as answers from '../answers/shapes.ts';
import { act, type Call, reading } from '../call.ts';

/** Saved views of the boards (contract §13). */
export const savedViewCalls: Record<string, Call> = {
  views: reading(
    'savedViews',
    { does: "The asker's saved views, by name.", answer: z.array(viewAnswer) },
    (views) => views.map(present),
  ),
  'views/edit': act('editView', {
    does: "Saves a board's address as a view under a name; with an id, changes one: what is absent stays.",
    reach: 'account',
    answer: viewAnswer,
  }),
  'views/delete': act('deleteView', {
    does: 'Deletes a saved view; its link opens nothing any more.',
    reach: 'account',
    answer: answers.nothing,
  }),
};
