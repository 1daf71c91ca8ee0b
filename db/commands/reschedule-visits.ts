import { z } from 'zod';
import { isRefusal, refuse } from '../../machines/refusals.ts';
import { today } from '../../machines/slots.ts';
import { decideVisit } from '../../machines/visit.ts';
import type { VisitRow } from '../reads/visit-row.ts';
import { addLinks } from './add-links.ts';
import { chooseSlot, usersOfTechnicians } from './choose.ts';
import { chosen, day, listOf, oneOrMany, seenVersion, seenVersions, text } from './input.ts';
import { decideAll, lockSeenVisits } from './lock-visits.ts';
import { command, type Frame } from './transact.ts';

const reasonRequired = refuse('reschedule-reason-required').text;
const notesRequired = refuse('reschedule-notes-required').text;

/** S2 §3 'Reschedule payload', §5. Absent `checked` is the spec's default: both. */
export const rescheduleInput = z
  .object({
    visit_id: oneOrMany,
    new_date: day,
    checked: z
      .array(text(40))
      .max(10)
      .nullish()
      .transform((list) => list ?? ['unset_tech', 'public_link']),
    new_status: chosen(reasonRequired),
    new_timestripe: chosen('La franja horaria es obligatoria.'),
    reschedule_comments: z
      .preprocess((value) => value ?? '', text(2000))
      .transform((notes) => notes.trim())
      .refine((notes) => notes !== '', notesRequired),
    version: seenVersion,
    versions: seenVersions,
  })
  .refine((input) => input.version == null || listOf(input.visit_id).length === 1, {
    path: ['version'],
    message: 'Para varias visitas se envía versions.',
  });

type Input = z.output<typeof rescheduleInput>;
type Plan = { visit: VisitRow; nextId: number; technicianId: number | null };

/**
 * Move one visit or several to another day: each is closed and followed by a new
 * one, the two linked (S2 §2 'Reschedule modal', §4, §5). All or nothing: a
 * visit on the way stops it, and the refusal says which. Answers `{ new_id }`,
 * one or in the order sent (contract §3).
 */
export const rescheduleVisits = command({
  name: 'rescheduleVisits',
  input: rescheduleInput,
  permission: 'reschedule',
  async run(frame, input) {
    const ids = listOf(input.visit_id);
    const versions = input.version == null ? input.versions : { [ids[0]!]: input.version };
    const visits = await lockSeenVisits(frame, ids, versions);
    if (isRefusal(visits)) return visits;
    const reason = await findReason(frame, input.new_status);
    if (isRefusal(reason)) return reason;
    if (input.new_date <= today(frame.now))
      return refuse('day-not-future', { fields: { new_date: refuse('day-not-future').text } });
    for (const operation of new Set(visits.map((visit) => visit.operation))) {
      const slot = await chooseSlot(frame, operation, input.new_timestripe, 'new_timestripe');
      if (isRefusal(slot)) return slot;
    }
    const allowed = decideAll(visits, (visit) => {
      const decision = decideVisit(visit, { type: 'RESCHEDULE', reasonId: reason.value });
      return decision.ok ? decision : refuse(decision.refusal);
    });
    if (isRefusal(allowed)) return allowed;
    const plans = await plan(frame, visits, input.checked.includes('unset_tech'));
    await closeOld(frame, plans, reason.value, input.reschedule_comments);
    await insertNew(frame, plans, input);
    record(frame, plans, input, reason);
    await tell(frame, plans, input);
    return { new_id: Array.isArray(input.visit_id) ? nextIdsOf(plans) : plans[0]!.nextId };
  },
});

async function findReason({ tx }: Frame, value: number) {
  const [reason] = await tx<{ value: number; text: string }[]>`
    select value, text from reasons where value = ${value} and cancels and reschedules`;
  return reason ?? refuse('reschedule-reason-required', { fields: { new_status: reasonRequired } });
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

async function closeOld({ tx, now }: Frame, plans: Plan[], reasonId: number, comments: string) {
  await tx`
    update visits v set version = version + 1, status_id = ${reasonId}, reason_id = ${reasonId}, rescheduled = true,
      closed_at = ${now}, rescheduled_next = p.next_id, reschedule_comments = ${comments}
    from unnest(${idsOf(plans)}::int[], ${nextIdsOf(plans)}::int[]) p (id, next_id) where v.id = p.id`;
}

/** What the technician was told of the visit goes with it: the notes are copied. */
async function insertNew({ tx, now, actor }: Frame, plans: Plan[], input: Input) {
  await tx`
    insert into visits (id, operation, day, slot_id, zone_id, order_number, order_type, client_id, client_name, client_address,
      node_name, tag, symptom_id, priority, technician_id, assigned_at, rescheduled_previous, creator_id, created_at)
    select p.next_id, v.operation, ${input.new_date}, ${input.new_timestripe},
      (select z.id from zones z where z.id = v.zone_id and z.deleted_at is null), v.order_number, v.order_type, v.client_id,
      v.client_name, v.client_address, v.node_name, v.tag, v.symptom_id, v.priority, p.technician_id,
      case when p.technician_id is not null then ${now}::timestamptz end, v.id, ${actor.userId}, ${now}
    from unnest(${idsOf(plans)}::int[], ${nextIdsOf(plans)}::int[], ${plans.map((one) => one.technicianId)}::int[])
      p (id, next_id, technician_id) join visits v on v.id = p.id`;
  await tx`
    insert into visit_notes (visit_id, author, created_at, text)
    select p.next_id, n.author, n.created_at, n.text
    from unnest(${idsOf(plans)}::int[], ${nextIdsOf(plans)}::int[]) p (id, next_id)
    join visit_notes n on n.visit_id = p.id order by n.id`;
}

function record(frame: Frame, plans: Plan[], input: Input, reason: { value: number; text: string }) {
  const to = { day: input.new_date, slotId: input.new_timestripe };
  for (const { visit, nextId, technicianId } of plans) {
    const about = { operation: visit.operation, orderNumber: visit.orderNumber };
    frame.record({
      ...about,
      name: 'visit.rescheduled',
      visitId: visit.id,
      technicianId: visit.technicianId,
      data: {
        note: input.reschedule_comments,
        from: { technicianId: visit.technicianId, statusId: visit.statusId },
        to: {
          ...to,
          technicianId: visit.technicianId,
          statusId: reason.value,
          reason: reason.text,
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
async function tell(frame: Frame, plans: Plan[], input: Input) {
  if (input.checked.includes('public_link')) {
    await addLinks(frame, nextIdsOf(plans), input.new_date);
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
