import { newVisit } from '../../../machines/visit/new-visit.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { forEachVisit } from '../../record/lock-seen-visits.ts';
import { insertNextVisits } from '../../record/save-visits.ts';
import { decideStep, recordStep } from '../../record/take-step.ts';
import type { Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';
import type { NewEvent } from '../../record/write-events.ts';
import { byCustomer } from '../conversation/lock-customer-visit.ts';
import { addLinks } from './add-links.ts';
import { handoverNotices } from './handover-notices.ts';
import { holdPlaces, recordOverbooked } from './hold-places.ts';

export type Move = {
  day: string;
  slotId: number;
  reason: { value: number; text: string };
  comments: string;
  /** Why they may go over the slot's capacity; null: they may not. */
  overbook: string | null;
  /** Whether the new visits are unassigned; else they keep the technicians. */
  unsetsTechnician: boolean;
  /** Whether the customers are notified, with a link each. */
  withLink: boolean;
  byCustomer: boolean;
};

/**
 * Closes these locked visits, each followed by a new one on another day, linked with each other (S2 §4):
 * shared by a dispatcher's rescheduling and a customer's own change. All or nothing.
 * @returns the new visits' ids in the same order, or the machine's refusal with its visit
 */
export async function moveVisits(frame: Frame, visits: VisitRow[], move: Move): Promise<number[] | Refusal> {
  const { operation } = visits[0]!;
  const reservation = await holdPlaces(
    frame,
    { operation, day: move.day, slotId: move.slotId },
    {
      count: visits.length,
      fields: ['timestripe', move.byCustomer ? 'timestripe_id' : 'new_timestripe'],
      overbook: move.overbook !== null,
      leave: visits,
    },
  );
  if (isRefusal(reservation)) return reservation;
  const fits = visits.length - reservation.over;
  const ids = await drawIds(frame, visits.length);
  const next = new Map(visits.map((visit, index) => [visit, ids[index]!]));
  const decisions = forEachVisit(visits, (visit) =>
    decideStep(frame, visit, {
      type: 'RESCHEDULE',
      reasonId: move.reason.value,
      nextId: next.get(visit)!,
      comments: move.comments,
    }),
  );
  if (isRefusal(decisions)) return decisions;
  await insertNext(frame, next, move, fits);
  if (move.withLink) await addLinks(frame, ids, move.day);
  const notices = await handoverNotices(frame, visits, null);
  for (const [index, visit] of visits.entries()) {
    const nextId = ids[index]!;
    const technicianId = move.unsetsTechnician ? null : visit.technicianId;
    const to = { day: move.day, slotId: move.slotId };
    recordStep(frame, visit, decisions[index]!, {
      data: {
        note: move.comments,
        ...(move.byCustomer ? byCustomer(frame) : {}),
        to: {
          ...to,
          technicianId: visit.technicianId,
          statusId: move.reason.value,
          reason: move.reason.text,
          visitId: nextId,
        },
      },
      notices: technicianId === visit.technicianId ? [] : notices(visit),
    });
    frame.record({
      operation: visit.operation,
      name: 'visit.created',
      visitId: nextId,
      orderNumber: visit.orderNumber,
      technicianId,
      data: { from: { visitId: visit.id }, to: { ...to, technicianId } },
      notices: noticesOfNext(move),
    });
    if (index >= fits)
      recordOverbooked(frame, { ...visit, id: nextId, technicianId }, { reason: move.overbook!, place: to });
  }
  return ids;
}

/** At once: a rescheduling is not taken back. */
const noticesOfNext = ({ withLink }: Move): NewEvent['notices'] => ({
  list: withLink ? [{ template: 'visit-rescheduled' }] : [],
  visitVersion: 1,
  atOnce: true,
});

/** Drawn first, so that old and new visits can reference each other in one statement each. */
async function drawIds({ tx }: Frame, count: number): Promise<number[]> {
  const drawn = await tx<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('visits', 'id'))::int as id from generate_series(1, ${count})`;
  return drawn.map(({ id }) => id);
}

/** Notes and creation options are copied. @param fits as many have a place; the others stand above the capacity */
async function insertNext({ tx, now, actor }: Frame, next: Map<VisitRow, number>, move: Move, fits: number) {
  const rows = [...next].map(([visit, id], index) => ({
    overbooked: index >= fits,
    id,
    previousId: visit.id,
    change: newVisit(
      {
        technicianId: move.unsetsTechnician ? null : visit.technicianId,
        lateSchedule: false,
        notifiesCustomer: move.withLink,
        previous: visit,
      },
      { at: now, by: actor.fullName },
    ),
  }));
  await insertNextVisits(tx, rows, {
    day: move.day,
    slotId: move.slotId,
    creatorId: actor.userId || null,
    createdAt: now,
    customerChanges: move.byCustomer ? 1 : 0,
  });
  const [previous, following] = [rows.map(({ previousId }) => previousId), rows.map(({ id }) => id)];
  await tx`
    insert into visit_requests (visit_id, email, related_orders)
    select p.next_id, q.email, q.related_orders
    from unnest(${previous}::int[], ${following}::int[]) p (id, next_id)
    join visit_requests q on q.visit_id = p.id`;
  await tx`
    insert into visit_notes (visit_id, author, created_at, text)
    select p.next_id, n.author, n.created_at, n.text
    from unnest(${previous}::int[], ${following}::int[]) p (id, next_id)
    join visit_notes n on n.visit_id = p.id order by n.id`;
}
