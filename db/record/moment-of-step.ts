import { isoWithOffset } from '../../machines/calendar/slots.ts';
import { eventsThat } from '../../machines/events.ts';
import { momentOf } from '../../machines/visit/moment.ts';
import { type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Query } from '../connection/sql.ts';

/** When a step takes place, and when it was reported where that is another moment. */
export type StepMoment = { now: Date; reportedAt: Date | null };

/** What is only said of a visit, such as a message's outcome, moves none of its steps. */
const changes = eventsThat(({ conflicts }) => conflicts);

/**
 * The moment of a visit's step (`machines/visit/moment.ts`). The events since then are of today and yesterday, so
 * that at most two months are read.
 * @param happenedAt undefined: now
 */
export async function momentOfStep(
  sql: Query,
  visitId: number,
  happenedAt: Date | undefined,
  now: Date,
): Promise<StepMoment | Refusal> {
  if (!happenedAt) return { now, reportedAt: null };
  const [row] = await sql<{ last: Date | null }[]>`
    select max(at) as last from events where visit_id = ${visitId} and at >= ${happenedAt} and name = any(${changes}::text[])`;
  const moment = momentOf(happenedAt, now, row!.last);
  if (typeof moment === 'string') return refuse(moment, { fields: { happened_at: refuse(moment).text } });
  return { now: moment, reportedAt: now };
}

/** What a command answers of a step that was reported with its moment. */
export const reported = ({ now, reportedAt }: StepMoment) =>
  reportedAt ? { happened_at: isoWithOffset(now), reported_at: isoWithOffset(reportedAt) } : {};
