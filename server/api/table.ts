import type { Call } from './call.ts';
import { attentionCalls } from './calls/attention.ts';
import { customerCalls } from './calls/customer.ts';
import { dayCalls } from './calls/day.ts';
import { intakeCalls } from './calls/intake.ts';
import { nameCalls } from './calls/names.ts';
import { noticeCalls } from './calls/notices.ts';
import { operationCalls } from './calls/operations.ts';
import { orderCalls } from './calls/orders.ts';
import { reportCalls } from './calls/reports.ts';
import { retentionCalls } from './calls/retention.ts';
import { savedViewCalls } from './calls/saved-views.ts';
import { searchCalls } from './calls/search.ts';
import { settingCalls } from './calls/settings.ts';
import { ticketCalls } from './calls/tickets.ts';
import { userCalls } from './calls/user.ts';
import { usersCalls } from './calls/users.ts';
import { visitCalls } from './calls/visits.ts';
import { webhookCalls } from './calls/webhooks.ts';

/** THE table: every path under `POST /v1/` and the command or read behind it (S1 §7, S2 §7, contract §3). */
export const calls: Record<string, Call> = {
  ...userCalls,
  ...usersCalls,
  ...retentionCalls,
  ...orderCalls,
  ...searchCalls,
  ...ticketCalls,
  ...operationCalls,
  ...settingCalls,
  ...nameCalls,
  ...visitCalls,
  ...dayCalls,
  ...attentionCalls,
  ...savedViewCalls,
  ...noticeCalls,
  ...customerCalls,
  ...reportCalls,
  ...intakeCalls,
  ...webhookCalls,
};
