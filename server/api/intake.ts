import { intakeClients, intakeOrders, intakeTickets } from '../../db/commands/intake/intake.ts';
import { act, type Call } from './call.ts';

/** Records from the provider's own systems; `intake-bodies.ts` lets their bodies be large, and NDJSON. */
export const intakeCalls: Record<string, Call> = {
  'intake/orders': act(intakeOrders),
  'intake/clients': act(intakeClients),
  'intake/tickets': act(intakeTickets),
};
