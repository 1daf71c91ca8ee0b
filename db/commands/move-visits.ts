import { isRefusal, type Refusal, refuse } from '../../machines/refusals.ts';
import { decideVisit } from '../../machines/visit.ts';
import type { VisitRow } from '../reads/visit-row.ts';
import { addLinks } from './add-links.ts';
import { usersOfTechnicians } from './choose.ts';
import { byCustomer } from './conversation/lock-customer-visit.ts';
import { decideAll } from './lock-visits.ts';
import type { Frame } from './transact.ts';

export type Move = {
  day: string;
  slotId: number;
  reason: { value: number; text: string };
  comments: string;
  /** Whether the new visits have no technician; else they keep the old ones'. */
  unsetsTechnician: boolean;
  /** Whether the customers are told, with a link each. */
  withLink: boolean;
  byCustomer: boolean;
};
type Plan = { visit: VisitRow; nextId: number; technicianId: number | null };

/**
 * Close these locked visits and let each be followed by a new one on another
 * day, the two linked (S2 §4): what a dispatcher's rescheduling and a customer's
 * own change have in common. All or nothing.
 * @returns the new visits' ids in the same order, or why the machine refuses, and for which visit
 */
export async function moveVisits(frame: Frame, visits: VisitRow[], move: Move): Promise<number[] | Refusal> {
  const allowed = decideAll(visits, (visit) => {
    const decision = decideVisit(visit, { type: 'RESCHEDULE', reasonId: move.reason.value });
    return decision.ok ? decision : refuse(decision.refusal);
  });
  if (isRefusal(allowed)) return allowed;
  const plans = await plan(frame, visits, move.unsetsTechnician);
  await closeOld(frame, plans, move);
  await insertNew(frame, plans, move);
  record(frame, plans, move);
  await tell(frame, plans, move);
  return nextIdsOf(plans);
}

/** The new visits' ids are drawn first, so that old and new can name each other in one statement each. */
async function plan({ tx }: Frame, visits: VisitRow[], unset: boolean): Promise<Plan[]> {
  const drawn = await tx<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('visits', 'id'))::int as id from generate_series(1, ${visits.length})`;
  return visits.map((visit, index) => ({
    visit,
    nextId: drawn[index]!.id,
    technicianId: unset ? null : visit.technicianId,
  }));
}

const idsOf = (plans: Plan[]) => plans.map(({ visit }) => visit.id);
const nextIdsOf = (plans: Plan[]) => plans.map(({ nextId }) => nextId);

async function closeOld({ tx, now }: Frame, plans: Plan[], { reason, comments }: Move) {
  await tx`
    update visits v set version = version + 1, status_id = ${reason.value}, reason_id = ${reason.value}, rescheduled = true,
      closed_at = ${now}, rescheduled_next = p.next_id, reschedule_comments = ${comments}
    from unnest(${idsOf(plans)}::int[], ${nextIdsOf(plans)}::int[]) p (id, next_id) where v.id = p.id`;
}

/** What the technician was told of the visit goes with it: the notes are copied. */
async function insertNew({ tx, now, actor }: Frame, plans: Plan[], move: Move) {
  await tx`
    insert into visits (id, operation, day, slot_id, zone_id, order_number, order_type, client_id, client_name, client_address,
      node_name, tag, symptom_id, priority, technician_id, assigned_at, rescheduled_previous, customer_changes, creator_id, created_at,
      detached_by, detached_comments)
    select p.next_id, v.operation, ${move.day}, ${move.slotId},
      (select z.id from zones z where z.id = v.zone_id and z.deleted_at is null), v.order_number, v.order_type, v.client_id,
      v.client_name, v.client_address, v.node_name, v.tag, v.symptom_id, v.priority, p.technician_id,
      case when p.technician_id is not null then ${now}::timestamptz end, v.id,
      v.customer_changes + ${move.byCustomer ? 1 : 0}::int, ${actor.userId || null}::int, ${now},
      case when v.technician_id is not null and p.technician_id is null then ${actor.fullName}::text end,
      case when v.technician_id is not null and p.technician_id is null then 'Desasignada al reprogramar la visita #' || v.id || '.' end
    from unnest(${idsOf(plans)}::int[], ${nextIdsOf(plans)}::int[], ${plans.map((one) => one.technicianId)}::int[])
      p (id, next_id, technician_id) join visits v on v.id = p.id`;
  await tx`
    insert into visit_notes (visit_id, author, created_at, text)
    select p.next_id, n.author, n.created_at, n.text
    from unnest(${idsOf(plans)}::int[], ${nextIdsOf(plans)}::int[]) p (id, next_id)
    join visit_notes n on n.visit_id = p.id order by n.id`;
}

function record(frame: Frame, plans: Plan[], move: Move) {
  const to = { day: move.day, slotId: move.slotId };
  for (const { visit, nextId, technicianId } of plans) {
    const about = { operation: visit.operation, orderNumber: visit.orderNumber };
    frame.record({
      ...about,
      name: 'visit.rescheduled',
      visitId: visit.id,
      technicianId: visit.technicianId,
      data: {
        note: move.comments,
        ...(move.byCustomer ? byCustomer(frame) : {}),
        from: { technicianId: visit.technicianId, statusId: visit.statusId },
        to: {
          ...to,
          technicianId: visit.technicianId,
          statusId: move.reason.value,
          reason: move.reason.text,
          visitId: nextId,
        },
      },
    });
    frame.record({
      ...about,
      name: 'visit.created',
      visitId: nextId,
      technicianId,
      data: { from: { visitId: visit.id }, to: { ...to, technicianId } },
    });
  }
}

/** Contract §6: the customer with the new link, the technician who does not have the visit any more. */
async function tell(frame: Frame, plans: Plan[], move: Move) {
  if (move.withLink) {
    await addLinks(frame, nextIdsOf(plans), move.day);
    for (const { visit, nextId } of plans)
      frame.notify({
        key: `visit-rescheduled.${nextId}`,
        visitId: nextId,
        operation: visit.operation,
        audience: 'customer',
        template: 'visit-rescheduled',
      });
  }
  const lost = plans.filter(
    ({ visit, technicianId }) => visit.technicianId !== null && technicianId === null,
  );
  const users = await usersOfTechnicians(frame, [...new Set(lost.map(({ visit }) => visit.technicianId!))]);
  for (const { visit } of lost)
    frame.notify({
      key: `technician-removed.${visit.id}.${visit.version + 1}`,
      visitId: visit.id,
      operation: visit.operation,
      audience: 'technician',
      userId: users.get(visit.technicianId!) ?? null,
      template: 'technician-removed',
    });
}
