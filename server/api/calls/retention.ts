import { z } from 'zod';
import { operationCode, wholeBetween } from '../../../db/commands/input.ts';
import { foreseeForgetting, listRetentionInUse } from '../../../db/reads/settings/retention.ts';
import { retentionLimits } from '../../../machines/access/retention.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { presentRetention } from '../answers/present-setting.ts';
import { retentionAnswer, retentionPreviewAnswer, savedRetentionAnswer } from '../answers/setting.ts';
import { act, ask, type Call, nothing, within } from '../call.ts';

const { first, last } = retentionLimits;

/** For how long an administrator's operations keep their customers' personal data. */
export const retentionCalls: Record<string, Call> = {
  retention: ask(
    {
      does: 'For how long each operation keeps its customers’ personal data, and what was deleted last.',
      reach: 'operations',
      input: nothing,
      answer: z.array(retentionAnswer),
      permission: 'can_manage_users',
    },
    async ({ db, actor }) => (await listRetentionInUse(db, actor.operations)).map(presentRetention),
  ),
  'retention/preview': ask(
    {
      does: 'Of how many orders the next pass would delete personal data, were they kept for so many months.',
      reach: 'operations',
      input: z.object({
        subsidiary: operationCode,
        months: wholeBetween(first, last, refuse('retention-range').text),
      }),
      answer: retentionPreviewAnswer,
      permission: 'can_manage_users',
    },
    async ({ db, actor }, { subsidiary, months }) => {
      const refusal = within(actor, subsidiary);
      if (refusal) return refusal;
      const { before, orders } = await foreseeForgetting(db, subsidiary, months);
      return { subsidiary_id: subsidiary, months, closed_before: isoWithOffset(before), orders };
    },
  ),
  'retention/edit': act('setRetention', {
    does: 'Sets for how many months an operation keeps its customers’ personal data. What a shorter time deletes is gone.',
    reach: 'operations',
    answer: savedRetentionAnswer,
  }),
};
