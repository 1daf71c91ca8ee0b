import type { Call } from './call.ts';
import { customerCalls } from './customer.ts';
import { intakeCalls } from './intake.ts';
import { noticeCalls } from './notices.ts';
import { operationCalls } from './operations.ts';
import { orderCalls } from './orders.ts';
import { reportCalls } from './reports.ts';
import { retentionCalls } from './retention.ts';
import { settingCalls } from './settings.ts';
import { ticketCalls } from './tickets.ts';
import { userCalls } from './user.ts';
import { usersCalls } from './users.ts';
import { visitCalls } from './visits.ts';
import { webhookCalls } from './webhooks.ts';

/** THE table: every path under `POST /v1/` and the command or read behind it (S1 §7, S2 §7, contract §3). */
export const calls: Record<string, Call> = {
  ...userCalls,
  ...usersCalls,
  ...retentionCalls,
  ...orderCalls,
  ...ticketCalls,
  ...operationCalls,
  ...settingCalls,
  ...visitCalls,
  ...noticeCalls,
  ...customerCalls,
  ...reportCalls,
  ...intakeCalls,
  ...webhookCalls,
};
