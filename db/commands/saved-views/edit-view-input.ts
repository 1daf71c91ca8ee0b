import { z } from 'zod';
import {
  cleanViewName,
  isViewId,
  savedBoards,
  viewNameLength,
} from '../../../machines/access/saved-views.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { flag, optional, text } from '../input.ts';

const wrongLength = refuse('view-name-length').text;
const isRightLength = (name: string) => {
  const length = [...name].length;
  return length >= viewNameLength.least && length <= viewNameLength.most;
};

export const viewId = z.string(refuse('view-unknown').text).refine(isViewId, refuse('view-unknown').text);

/** 2 to 40 characters that can be seen. */
export const viewName = text(2_000, wrongLength, wrongLength)
  .transform(cleanViewName)
  .refine(isRightLength, wrongLength);

/**
 * A saved view: without an id a new one, which needs name, board and search; of an existing one what is absent stays.
 * `search` is a board's address after the '?', of which what is known is kept. Apart from the command, so that the
 * form uses the same schema.
 */
export const editViewInput = z.object({
  id: optional(viewId),
  name: optional(viewName),
  board: optional(z.enum(savedBoards, refuse('check-the-data').text)),
  search: optional(text(2_000)),
  is_default: optional(flag),
});
