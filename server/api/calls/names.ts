import { z } from 'zod';
import { catalogueKinds } from '../../../machines/order/catalogue-merge.ts';
import {
  foreseenMergeAnswer,
  mergedAnswer,
  mergesAnswer,
  namesAnswer,
  otherNamesAnswer,
  presentForeseenMerge,
  presentMerge,
  presentName,
  undoneMergeAnswer,
} from '../answers/name.ts';
import { act, type Call, reading } from '../call.ts';

const _kind = z.enum(catalogueKinds);
const rule = 'Symptoms and order types with `can_edit_priorities`, nodes with `can_edit_zones`.';

/** Names that intakes added to the catalogues, and those that are one. */
export const nameCalls: Record<string, Call> = {
  names: reading(
    'names',
    {
      does: 'The names of symptoms, nodes and order types, the newest first; `days` null: all.',
      rule,
      answer: namesAnswer,
    },
    ({ names, total }) => ({ total, names: names.map(presentName) }),
  ),
  'names/others': reading(
    'otherNames',
    { does: 'The names into which one can be merged.', rule, answer: otherNamesAnswer },
    (others) => others,
  ),
  'names/foresee': reading(
    'foreseenMerge',
    { does: 'What a merge would move.', rule, answer: foreseenMergeAnswer },
    presentForeseenMerge,
  ),
  'names/merges': reading(
    'merges',
    { does: 'The merges of the last 30 days, the newest first.', rule, answer: mergesAnswer },
    (merges) => merges.map(presentMerge),
  ),
  'names/merge': act('mergeNames', {
    does: 'Merges a name into another: what refers to it gets the other, and so does what an intake sends for it.',
    rule,
    reach: 'operations',
    answer: mergedAnswer,
  }),
  'names/undo_merge': act('undoMerge', {
    does: 'Takes a merge back, for 30 days.',
    rule,
    reach: 'operations',
    answer: undoneMergeAnswer,
  }),
};
