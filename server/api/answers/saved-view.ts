import { z } from 'zod';
import { savedBoards } from '../../../machines/access/saved-views.ts';
import { flag, operationCode, text } from './shapes.ts';

/** Contract §13. */
export const viewAnswer = z
  .strictObject({
    id: text.meta({ description: 'Unguessable: with it any signed-in user opens the view.' }),
    name: text,
    board: z.enum(savedBoards),
    operations: z.array(operationCode).meta({ description: 'The main one first.' }),
    filters: text.meta({ description: "Of the board's address, without its operations." }),
    is_default: flag,
    path: text.meta({ description: 'The address that opens it.' }),
  })
  .meta({ id: 'SavedView' });
