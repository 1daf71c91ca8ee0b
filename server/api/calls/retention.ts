import { z } from 'zod';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { presentRetention } from '../answers/present-setting.ts';
import { retentionAnswer, retentionPreviewAnswer, savedRetentionAnswer } from '../answers/setting.ts';
import { act, type Call, reading } from '../call.ts';

/** For how long an administrator's operations keep their customers' personal data. */
export const retentionCalls: Record<string, Call> = {
  retention: reading(
    'retention',
    {
      does: 'For how long each operation keeps its customers’ personal data, and what was deleted last.',
      answer: z.array(retentionAnswer),
    },
    (retention) => retention.map(presentRetention),
  ),
  'retention/preview': reading(
    'foreseenForgetting',
    {
      does: 'Of how many orders the next pass would delete personal data, were they kept for so many months.',
      answer: retentionPreviewAnswer,
    },
    ({ before, orders }, { subsidiary, months }) => ({
      subsidiary_id: subsidiary,
      months,
      closed_before: isoWithOffset(before),
      orders,
    }),
  ),
  'retention/edit': act('setRetention', {
    does: 'Sets for how many months an operation keeps its customers’ personal data. What a shorter time deletes is gone.',
    reach: 'operations',
    answer: savedRetentionAnswer,
  }),
};
