import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import type { EventName } from '../../../machines/events.ts';
import type { NoticeState } from '../../../machines/notice/notice.ts';
import { refuseResend } from '../../../machines/notice/resend.ts';
import type { CustomerAnswer } from '../../../machines/visit/facts.ts';
import type { RefusalCode } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { isClosedVisit } from '../../record/open-visits.ts';
import type { Columns, notices, visits } from '../../schema/index.ts';
import type { Part } from './client.ts';

/** One thing that was said to a client about a visit, or that the client did by its link. */
export type ClientMessage = {
  /** The same for the same thing, in every answer. */
  key: string;
  /** When: of a message that was sent, then; of a link, the last time. */
  at: Date;
  visit: Columns<typeof visits, 'id' | 'day'>;
  message: Message | null;
  /** The link was opened; the first time. */
  openedFirst: Date | null;
  /** The customer's own step. */
  step: { name: CustomerEvent; answer: CustomerAnswer | null } | null;
};

type Message = Columns<typeof notices, 'id' | 'template' | 'channel' | 'problem'> & {
  state: NoticeState;
  /** Why it cannot be sent once more; null: it can, by who may. */
  whyNotAgain: RefusalCode | 'superseded' | null;
};

/** What a customer does by the link's page. */
export type CustomerEvent = Extract<
  EventName,
  'visit.confirmed' | 'visit.rescheduled' | 'visit.cancelled' | 'visit.at_home' | 'visit.answered'
>;
const ofCustomers: CustomerEvent[] = [
  'visit.confirmed',
  'visit.rescheduled',
  'visit.cancelled',
  'visit.at_home',
  'visit.answered',
];

type Row = Pick<ClientMessage, 'key' | 'at' | 'openedFirst'> &
  Columns<typeof visits, 'id' | 'day' | 'customerAnswer' | 'runningLate'> & {
    notice: (Omit<Message, 'whyNotAgain'> & { superseded: boolean }) | null;
    step: ClientMessage['step'];
    closed: boolean;
    onTheWay: boolean;
  };

/** What was said to a client over all visits, and what came back, newest first. */
export async function listClientMessages(
  { sql }: Db,
  actor: Pick<Actor, 'operations'>,
  clientId: string,
  { offset, limit, now }: Part & { now: Date },
): Promise<ClientMessage[]> {
  const rows = await sql<Row[]>`
    with theirs as materialized (
      select v.id, v.day, v.customer_answer, v.running_late, ${isClosedVisit(sql)} as closed,
        v.on_the_way or (v.delayed and v.delayed_while_on_the_way) as on_the_way
      from visits v where v.client_id = ${clientId} and v.operation = any(${operationsOf(actor)}::text[])
    ), said as (
      select 'message.' || n.id as key, coalesce(n.sent_at, n.created_at) as at, n.visit_id, null::timestamptz as opened_first,
        json_build_object('id', n.id, 'template', n.template, 'channel', n.channel, 'problem', n.problem, 'state', n.state,
          'superseded', exists (select 1 from notices m where m.visit_id = n.visit_id and m.id > n.id
            and m.template = n.template and m.audience = 'customer')) as notice, null::json as step
      from theirs t join notices n on n.visit_id = t.id where n.audience = 'customer'
      union all
      select 'link.' || l.visit_id || '.' || extract(epoch from l.created_at), l.last_opened_at, l.visit_id, l.first_opened_at, null, null
      from theirs t join visit_links l on l.visit_id = t.id where l.last_opened_at is not null
      union all
      select 'step.' || e.version, e.at, e.visit_id, null, null, json_build_object('name', e.name, 'answer', e.data #>> '{to,answer}')
      from theirs t join events e on e.visit_id = t.id
      where e.name = any(${ofCustomers}::text[]) and e.data ->> 'by' = 'customer'
      order by at desc, key desc limit ${limit} offset ${offset}
    )
    select s.key, s.at, s.opened_first, s.notice, s.step, t.* from said s join theirs t on t.id = s.visit_id
    order by s.at desc, s.key desc`;
  return rows.map((row) => present(row, now));
}

function present(row: Row, now: Date): ClientMessage {
  const { key, at, openedFirst, step, id, day, notice } = row;
  return { key, at, openedFirst, step, visit: { id, day }, message: notice && messageOf(row, notice, now) };
}

function messageOf(row: Row, notice: NonNullable<Row['notice']>, now: Date): Message {
  const { superseded, ...message } = notice;
  const { closed, onTheWay, runningLate, day, customerAnswer } = row;
  const facts = {
    template: message.template,
    state: message.state,
    // A minute goes by while the list is read: the command refuses what was sent a moment ago.
    sentAt: null,
    answer: customerAnswer,
    visit: { closed, onTheWay, runningLate, past: day < today(now), technicianUserId: null },
    recipient: { userId: null },
  };
  return { ...message, whyNotAgain: superseded ? 'superseded' : refuseResend(facts, now) };
}
