import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { isNews } from '../../../machines/visit/moment.ts';
import { lateChoices, notComing } from '../../../machines/visit/running-late.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { momentOfStep, reported } from '../../record/moment-of-step.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import { lockVisits } from '../../record/visit-row.ts';
import { happenedAt } from '../input.ts';
import { addMissingLink } from '../visits/add-links.ts';

/**
 * 'Voy atrasado' (contract §8): the technician's visits of today that are still to come say so, and their customers
 * are notified where the operation has it on. No report counts it.
 */
export const sayRunningLate = command({
  name: 'sayRunningLate',
  input: z.object({
    minutes: z.literal(lateChoices, refuse('minutes-unknown').text).nullable(),
    happened_at: happenedAt,
  }),
  async run(frame, input) {
    const { technicianId } = frame.actor;
    if (technicianId === null) return refuse('not-a-technician');
    const visits = await lockVisits(
      frame.tx,
      await listToCome(frame, technicianId),
      operationsOf(frame.actor),
    );
    if (visits.length === 0) return refuse('nothing-to-come');
    const moment = await momentOfStep(frame.tx, visits[0]!.id, input.happened_at, frame.now);
    if (isRefusal(moment)) return moment;
    frame.now = moment.now;
    frame.reportedAt = moment.reportedAt;
    const minutes = input.minutes ?? notComing;
    const notifying = isNews(moment.now, moment.reportedAt) ? await listNotifying(frame) : [];
    for (const visit of visits) {
      const notifies = notifying.includes(visit.operation);
      if (notifies && frame.keys) await addMissingLink(frame, visit);
      const decision = takeStep(
        frame,
        visit,
        { type: 'RUN_LATE', technicianId, minutes },
        {
          data: { to: { minutes: input.minutes } },
          dataAlone: true,
          notices: notifies ? [{ template: 'running-late' }] : [],
        },
      );
      if (isRefusal(decision)) return decision;
    }
    return { visit_id: visits.map(({ id }) => id), ...reported(moment) };
  },
});

/** Of today, open, and neither begun nor late already. */
async function listToCome({ tx, now }: Frame, technicianId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select v.id from visits v where v.technician_id = ${technicianId} and v.day = ${today(now)}
      and ${isOpenVisit(tx)} and not v.arrived and not v.delayed`;
  return rows.map(({ id }) => id);
}

/** The operations that notify their customers of it. */
async function listNotifying({ tx, actor }: Frame): Promise<string[]> {
  const rows = await tx<{ operation: string }[]>`
    select operation from conversations where late and operation = any(${operationsOf(actor)}::text[])`;
  return rows.map(({ operation }) => operation);
}
