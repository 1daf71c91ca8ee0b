import { z } from 'zod';
import { operationCode, optional, text, wholeNumber } from '../../../db/commands/input.ts';
import { listMerges } from '../../../db/reads/catalogue/list-merges.ts';
import { listNames } from '../../../db/reads/catalogue/list-names.ts';
import { catalogueKinds, daysBefore } from '../../../machines/order/catalogue-merge.ts';
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
import { act, ask, type Call, nothing, reading } from '../call.ts';

const kind = z.enum(catalogueKinds);
const rule = 'Symptoms and order types with `can_edit_priorities`, nodes with `can_edit_zones`.';

/** Names that intakes added to the catalogues, and those that are one. */
export const nameCalls: Record<string, Call> = {
  names: ask(
    {
      does: 'The names of symptoms, nodes and order types, the newest first; `days` null: all.',
      rule,
      reach: 'operations',
      input: z.object({
        days: optional(wholeNumber(3_650)),
        kind: optional(kind),
        subsidiary: optional(operationCode),
        text: optional(text(120)),
      }),
      answer: namesAnswer,
    },
    async ({ db, actor, now }, { days, kind, subsidiary, text }) => {
      const { names, total } = await listNames(db, actor, {
        since: days === null ? null : daysBefore(now, days),
        kind,
        operation: subsidiary,
        text: text ?? '',
      });
      return { total, names: names.map(presentName) };
    },
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
  'names/merges': ask(
    {
      does: 'The merges of the last 30 days, the newest first.',
      rule,
      reach: 'operations',
      input: nothing,
      answer: mergesAnswer,
    },
    async ({ db, actor, now }) => (await listMerges(db, actor, now)).map(presentMerge),
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
