import { z } from 'zod';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import {
  type Conversation,
  type ConversationVisit,
  type CustomerStep,
  refuseCustomer,
} from '../../../machines/customer/conversation.ts';
import { customerState } from '../../../machines/customer/customer-view.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { conversationColumns, longestChain, seenOf } from '../../reads/visits/external-visit.ts';
import type { Frame } from '../../record/transact.ts';
import { lockVisit, type VisitRow } from '../../record/visit-row.ts';
import type { Columns, visits } from '../../schema/index.ts';
import { id, text } from '../input.ts';

/** The customer of a link: reaches the operation of that visit, without permissions. */
export const customerActor = (operation: string): Actor => ({
  userId: 0,
  username: '',
  fullName: 'Cliente',
  technicianId: null,
  operations: [operation],
  permissions: [],
});

/** The origin of a customer's step in its event: the link, and the address, in case of dispute. */
export const byCustomer = ({ from }: Pick<Frame, 'from'>) => ({
  by: 'customer',
  ...(from ? { address: from.address } : {}),
});

/** The visit of the link, set by the web server, and the day and slot that its page showed (`seenOf`). */
export const replyInput = z.object({ visit_id: id, seen: text(60) });

export type CustomerVisit = {
  visit: VisitRow;
  conversation: Conversation;
  confirmed: boolean;
  atHome: boolean;
};

type Row = Conversation &
  Columns<typeof visits, 'customerChanges' | 'customerAnswer'> & { confirmed: boolean; atHome: boolean };

/**
 * Locks the visit for a customer's step: the newest of its chain, unchanged since it was shown, and a step
 * that the operation allows now.
 * @param firstId the visit that the link was made for
 */
export async function lockCustomerVisit(
  frame: Frame,
  firstId: number,
  seen: string | null,
  step: CustomerStep,
): Promise<CustomerVisit | Refusal> {
  const visit = await lockVisit(frame.tx, await newestOf(frame, firstId), operationsOf(frame.actor));
  if (!visit) return refuse('link-unknown');
  if (visit.rescheduled || (seen !== null && seenOf(visit) !== seen)) return refuse('visit-moved');
  const [row] = await frame.tx<Row[]>`
    select v.confirmed_at is not null as confirmed, v.at_home_at is not null as at_home, v.customer_changes, v.customer_answer, ${conversationColumns(frame.tx)}
    from visits v left join conversations x on x.operation = v.operation where v.id = ${visit.id}`;
  const { confirmed, atHome, customerChanges, customerAnswer, ...conversation } = row!;
  const facts: ConversationVisit = {
    state: customerState(visit),
    day: visit.day,
    fromHour: visit.fromHour,
    toHour: visit.toHour,
    changesMade: customerChanges,
    answer: customerAnswer,
  };
  const refused = refuseCustomer(step, facts, conversation, frame.now);
  return refused ? refuse(refused) : { visit, conversation, confirmed, atHome };
}

async function newestOf({ tx }: Frame, firstId: number): Promise<number> {
  const [newest] = await tx<Columns<typeof visits, 'id'>[]>`
    with recursive chain as (
      select id, rescheduled_next, 1 as depth from visits where id = ${firstId}
      union all
      select n.id, n.rescheduled_next, c.depth + 1 from chain c join visits n on n.id = c.rescheduled_next
      where c.depth < ${longestChain}::int
    ) select id from chain order by depth desc limit 1`;
  return newest?.id ?? firstId;
}
