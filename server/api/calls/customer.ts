import { z } from 'zod';
import { day, id, text } from '../../../db/commands/input.ts';
import { listOfferedDays } from '../../../db/reads/visits/external-visit.ts';
import type { CustomerStep } from '../../../machines/customer/conversation.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { takeCustomerStep } from '../../http/customer-steps.ts';
import { customerViewAnswer, offeredDaysAnswer } from '../answers/customer.ts';
import { presentCustomerView } from '../answers/present-visit.ts';
import { acting, anyone, type Call } from '../call.ts';

const token = text(200);
const reply = z.object({ token, seen: text(60) });
const answer = z.enum(['yes', 'no'], refuse('choose-an-answer').text);

/** What the holder of a visit's external link may ask and do, without a session (S2 §2 'External visit view'). */
export const customerCalls: Record<string, Call> = {
  'visit/external': anyone(
    {
      does: "The visit behind a customer's link.",
      reach: 'link',
      input: z.object({ token }),
      answer: customerViewAnswer,
    },
    async ({ auth, address }, input) => {
      const visit = await auth.openLink(input.token, address);
      return isRefusal(visit) ? visit : presentCustomerView(visit.view);
    },
  ),
  'visit/external/options': anyone(
    {
      does: 'The days and slots to which the customer may move the visit.',
      reach: 'link',
      input: z.object({ token }),
      answer: offeredDaysAnswer,
    },
    async ({ db, auth, address }, input) => {
      const visit = await auth.openLink(input.token, address);
      return isRefusal(visit) ? visit : { days: await listOfferedDays(db, visit) };
    },
  ),
  'visit/external/confirm': stepCall('confirm', 'The customer confirms the visit.', reply),
  'visit/external/change': stepCall(
    'change',
    'The customer moves the visit to one of the offered days.',
    reply.extend({ new_date: day, timestripe_id: id }),
  ),
  'visit/external/cancel': stepCall('cancel', 'The customer cancels the visit.', reply),
  'visit/external/answer': stepCall(
    'answer',
    'The customer answers the question afterwards.',
    z.object({ token, answer }),
  ),
  'visit/external/at_home': stepCall(
    'atHome',
    'The customer is at home: from two hours before the slot, on its day.',
    z.object({ token }),
  ),
};

/** The answer is the visit as the link shows it afterwards. */
function stepCall<Input extends z.ZodType<{ token: string }>>(
  step: CustomerStep,
  does: string,
  input: Input,
): Call {
  const call = anyone({ does, reach: 'link', input, answer: customerViewAnswer }, async (request, given) => {
    const { token: link, ...rest } = given;
    const { address, userAgent, key, requestId } = request;
    const from = { token: link, address, userAgent, key, ...(requestId ? { requestId } : {}) };
    const visit = await takeCustomerStep(request, from, step, rest);
    return isRefusal(visit) ? visit : presentCustomerView(visit.view);
  });
  return acting(call);
}
