import { z } from 'zod';
import { retentionLimits } from '../../../machines/access/retention.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { mergeNamesInput } from '../../commands/catalogue/merge-names-input.ts';
import { id, operationCode, wholeBetween } from '../../commands/input.ts';
import { foreseeMerge } from '../catalogue/foresee-merge.ts';
import { listOtherNames } from '../catalogue/list-other-names.ts';
import { foreseeForgetting } from '../settings/retention.ts';
import { ofOperation, read } from './row.ts';

const { first, last } = retentionLimits;

/** What an operation or the installation is set up with. */
export const settingReads = {
  otherNames: read({
    input: mergeNamesInput.pick({ kind: true }).extend({ id }),
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }, input) => listOtherNames(db, actor, input),
    show: (others) => ({ others }),
  }),
  foreseenMerge: read({
    input: mergeNamesInput,
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }, input) => foreseeMerge(db, actor, input),
    show: (foreseen) => ({ foreseen }),
  }),
  foreseenForgetting: read({
    input: z.object({
      subsidiary: operationCode,
      months: wholeBetween(first, last, refuse('retention-range').text),
    }),
    permission: 'can_manage_users',
    reach: { operation: ofOperation },
    by: ['screen', 'api'],
    run: ({ db }, { subsidiary, months }) => foreseeForgetting(db, subsidiary, months),
    show: ({ before, orders }) => ({ before, orders }),
  }),
};
