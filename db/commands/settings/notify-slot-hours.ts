import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { hasHoursToNotify } from '../../../machines/calendar/slot-hours-news.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import { lockVisits } from '../../record/visit-row.ts';
import { events } from '../../schema/index.ts';
import { id, seenVersion } from '../input.ts';
import { addMissingLink } from '../visits/add-links.ts';
import { type LockedSlot, lockSlot, slotFacts } from './lock-slot.ts';

/**
 * Notify the customers of a slot's open visits, from today on, of the hours that it was given; not those to whom the
 * technician is already coming. Once for each change of hours. Answers `{ id, notified }`, the number of customers.
 */
export const notifySlotHours = command({
  name: 'notifySlotHours',
  input: z.object({ timestripe_id: id, version: seenVersion }),
  permission: 'can_edit_timestripes',
  async run(frame, input) {
    // Its lock lets the second of two see the first one's event.
    const slot = await lockSlot(frame, input.timestripe_id, input.version);
    if (isRefusal(slot)) return slot;
    const about = { setting: { kind: 'slot' as const, id: slot.id } };
    if (!hasHoursToNotify(await listChanges(frame, slot))) return refuse('hours-already-notified', about);
    const ids = await listToNotify(frame, slot);
    const visits = await lockVisits(frame.tx, ids, operationsOf(frame.actor));
    if (visits.length === 0) return refuse('no-customers-to-notify', about);
    for (const visit of visits) {
      if (frame.keys) await addMissingLink(frame, visit);
      const decision = takeStep(
        frame,
        visit,
        { type: 'NOTIFY_HOURS' },
        {
          data: { to: { fromHour: slot.fromHour, toHour: slot.toHour } },
          dataAlone: true,
          notices: [{ template: 'visit-hours' }],
        },
      );
      if (isRefusal(decision)) return decision;
    }
    frame.record({
      operation: slot.operation,
      name: 'slots.changed',
      data: {
        change: 'notified',
        slotId: slot.id,
        name: slot.name,
        to: slotFacts(slot),
        customers: visits.length,
      },
    });
    return { id: slot.id, notified: visits.length };
  },
});

/** Of this slot, the newest first. */
async function listChanges({ tx }: Frame, { id, operation }: LockedSlot) {
  const rows = await typed(tx)
    .select({ data: events.data })
    .from(events)
    .where(
      and(
        eq(events.operation, operation),
        eq(events.name, 'slots.changed'),
        // Names the small index of such events.
        sql`name in ('slots.changed', 'zones.changed', 'priorities.changed', 'conversation.changed')`,
        sql`(data ->> 'slotId')::int = ${id}`,
      ),
    )
    .orderBy(desc(events.version));
  return rows.map(({ data }) => data);
}

async function listToNotify({ tx, now }: Frame, { id, operation }: LockedSlot): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select v.id from visits v where v.operation = ${operation} and v.slot_id = ${id} and v.day >= ${today(now)}
      and ${isOpenVisit(tx)} and not v.on_the_way and not v.arrived and not v.delayed`;
  return rows.map(({ id }) => id);
}
