import { z } from 'zod';
import { day, id, text } from '../../db/commands/input.ts';
import { listOfferedDays } from '../../db/reads/external-visit.ts';
import type { CustomerStep } from '../../machines/conversation.ts';
import { isRefusal, refuse } from '../../machines/refusals.ts';
import { takeCustomerStep } from '../customer-steps.ts';
import { anyone, type Call } from './call.ts';
import { presentCustomerView } from './present.ts';

const token = text(200);
const reply = z.object({ token, seen: text(60) });
const answer = z.enum(['yes', 'no'], refuse('choose-an-answer').text);

/** What whoever has a visit's external link may ask and do, without a session (S2 §2 'External visit view'). */
export const customerCalls: Record<string, Call> = {
  'visit/external': anyone(z.object({ token }), async ({ door, address }, input) => {
    const visit = await door.openLink(input.token, address);
    return isRefusal(visit) ? visit : presentCustomerView(visit.view);
  }),
  'visit/external/options': anyone(z.object({ token }), async ({ db, door, address }, input) => {
    const visit = await door.openLink(input.token, address);
    return isRefusal(visit) ? visit : { days: await listOfferedDays(db, visit) };
  }),
  'visit/external/confirm': stepCall('confirm', reply),
  'visit/external/change': stepCall('change', reply.extend({ new_date: day, timestripe_id: id })),
  'visit/external/cancel': stepCall('cancel', reply),
  'visit/external/answer': stepCall('answer', z.object({ token, answer })),
};

/** The answer is the visit as the link shows it afterwards. */
function stepCall<Input extends z.ZodType<{ token: string }>>(step: CustomerStep, input: Input): Call {
  return anyone(input, async (request, given) => {
    const { token: link, ...rest } = given;
    const from = { token: link, address: request.address, key: request.key };
    const visit = await takeCustomerStep(request, from, step, rest);
    return isRefusal(visit) ? visit : presentCustomerView(visit.view);
  });
}
