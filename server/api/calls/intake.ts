import { intakeAnswer } from '../answers/order.ts';
import { act, type Call } from '../call.ts';

/** Records from the provider's own systems; `intake-bodies.ts` lets their bodies be large, and NDJSON. */
export const intakeCalls: Record<string, Call> = {
  'intake/orders': act('intakeOrders', {
    does: "Takes orders from the provider's own systems.",
    reach: 'operations',
    costly: true,
    answer: intakeAnswer,
  }),
  'intake/clients': act('intakeClients', {
    does: "Takes clients from the provider's own systems.",
    reach: 'operations',
    costly: true,
    answer: intakeAnswer,
  }),
  'intake/tickets': act('intakeTickets', {
    does: "Takes tickets from the provider's own systems.",
    reach: 'operations',
    costly: true,
    answer: intakeAnswer,
  }),
};
