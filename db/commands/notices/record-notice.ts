import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import {
  isFinalNotice,
  type NoticeState,
  nextNoticeState,
  noticeWaitSeconds,
} from '../../../machines/notice/notice.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { livesHere } from '../../record/elsewhere.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import { lockVisit, type VisitRow } from '../../record/visit-row.ts';
import { type Columns, notices, type visits } from '../../schema/index.ts';
import { hideLinks } from '../../secrets/links.ts';
import { id, optional } from '../input.ts';

/** Longer than the longest attempt and its record: a 'sending' older than this is dead. */
const tryLastsSeconds = 60;

type Attempt = { channel: string; recipient: string; subject: string; text: string };

/**
 * Records that a message is being sent, before the channel is called, without the customer's link: an
 * interrupted attempt leaves this trace. Of concurrent attempts one begins.
 * @returns the token of this attempt for `settleNotice`; null: not now, or not any more
 */
export async function beginNotice(db: Db, noticeId: number, attempt: Attempt): Promise<string | null> {
  const to = nextNoticeState('pending', { type: 'TRY' });
  const [row] = await db.sql<{ token: string }[]>`
    update notices set state = ${to}, attempts = attempts + 1, problem = null,
      not_before = date_trunc('milliseconds', now()) + make_interval(secs => ${tryLastsSeconds}),
      channel = ${attempt.channel}, recipient = ${attempt.recipient}, subject = ${attempt.subject}, text = ${hideLinks(attempt.text)}
    where id = ${noticeId} and state = 'pending' and not_before <= now() and ${livesHere(db.sql, db.sql`operation`)}
    returning not_before::text as token`;
  return row?.token ?? null;
}

type Notice = Columns<
  typeof notices,
  'id' | 'visitId' | 'operation' | 'audience' | 'template' | 'state' | 'channel' | 'attempts'
> &
  Columns<typeof visits, 'orderNumber'> & {
    /** Whether it is the last message to the visit's customer, which the visit shows. */
    isLast: boolean;
    ours: boolean;
    due: boolean;
  };

/**
 * Records the outcome of an attempt, or that there will be none. With `token` it settles that attempt only;
 * without, a message that is not being sent, or whose attempt has timed out. A known outcome is shown on the
 * visit and published; supervisors' messages are not part of the visit's history.
 */
export const settleNotice = command({
  name: 'settleNotice',
  input: z.object({
    notice_id: id,
    step: z.enum(['SENT', 'RETRY', 'REJECTED', 'DOUBT', 'NO_CHANNEL', 'OBSOLETE', 'TRY']),
    token: optional(z.string()),
    /** RETRY only: the channel's own delay; the attempt is then not counted. */
    after_seconds: optional(z.number().min(0).max(86_400)),
    problem: optional(z.string()),
  }),
  async run(frame, input) {
    const locked = await lockNotice(frame, input.notice_id, input.token);
    if (!locked) return refuse('not-due');
    const { notice, visit } = locked;
    const inTime = input.token === null ? notice.due : notice.ours;
    const afterSeconds = input.after_seconds;
    const wait = input.step === 'RETRY' ? (afterSeconds ?? noticeWaitSeconds(notice.attempts)) : null;
    const type = input.step === 'RETRY' && wait === null ? 'REJECTED' : input.step;
    const state = inTime ? nextNoticeState(notice.state, { type }) : null;
    if (!state) return refuse('not-due');
    const attempts = type === 'RETRY' && afterSeconds !== null ? notice.attempts - 1 : notice.attempts;
    await frame.tx`
      update notices set state = ${state}, attempts = ${attempts}, problem = ${input.problem?.slice(0, 500) ?? null},
        not_before = ${wait === null ? frame.tx`not_before` : frame.tx`clock_timestamp() + make_interval(secs => ${wait})`},
        sent_at = ${state === 'sent' ? frame.now : null}
      where id = ${notice.id}`;
    if (isFinalNotice(state)) showOnVisit(frame, visit, notice, state);
    return { notice_id: notice.id, state };
  },
});

/** The message and, where it is the customer's, its visit; the visit's row is locked first, as in every command. */
async function lockNotice({ tx, actor }: Frame, noticeId: number, token: string | null) {
  const reach = operationsOf(actor);
  const [about] = await typed(tx)
    .select({ visitId: notices.visitId, audience: notices.audience })
    .from(notices)
    .where(and(eq(notices.id, noticeId), anyOf(notices.operation, reach)));
  if (!about) return undefined;
  const visit = about.audience === 'customer' ? await lockVisit(tx, about.visitId, reach) : undefined;
  const [notice] = await tx<Notice[]>`
    select n.id, n.visit_id, n.operation, v.order_number, n.audience, n.template, n.state, n.channel, n.attempts,
      not exists (select 1 from notices m where m.visit_id = n.visit_id and m.audience = 'customer' and m.id > n.id) as is_last,
      n.not_before::text = ${token}::text as ours, n.not_before <= clock_timestamp() as due
    from notices n join visits v on v.id = n.visit_id
    where n.id = ${noticeId} and n.operation = any(${reach}::text[]) for update of n`;
  return notice && { notice, visit };
}

/** A known outcome is part of the visit's history; the visit itself shows its customer's last message. */
function showOnVisit(frame: Frame, visit: VisitRow | undefined, notice: Notice, state: NoticeState): void {
  const { audience, template, channel, isLast } = notice;
  const data = { to: { state, audience, template, channel } };
  if (visit) {
    const step = { type: 'SETTLE_NOTICE', customerNotice: isLast ? state : undefined } as const;
    takeStep(frame, visit, step, { data, dataAlone: true });
  } else if (audience === 'technician')
    frame.record({
      operation: notice.operation,
      name: 'notice.recorded',
      visitId: notice.visitId,
      orderNumber: notice.orderNumber,
      data,
    });
}
