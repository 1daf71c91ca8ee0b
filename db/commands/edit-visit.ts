import type { z } from 'zod';
import type { EventName } from '../../machines/events.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/refusals.ts';
import { slotHasEnded } from '../../machines/slots.ts';
import { decideVisit, type VisitStep } from '../../machines/visit.ts';
import type { VisitRow } from '../reads/visit-row.ts';
import { chooseSlot, findTechnicianOf, whyDetached } from './choose.ts';
import { editVisitInput } from './edit-visit-input.ts';
import { lockSeenVisits } from './lock-visits.ts';
import { tellTechnicians } from './tell-technicians.ts';
import { command, type Frame } from './transact.ts';

type Change = {
  slotId: number;
  lateSchedule: boolean | null;
  technicianId: number | null;
  /** Why the visit loses the technician that it had; null: it does not. */
  detached: string | null;
  note: string | null;
};
type NewEvent = { name: EventName; data: Record<string, unknown> };

/**
 * Edit an open visit: another slot of its day, another technician or none, one
 * more note (S2 §2 'Visit detail', §4: statuses 1 and 14; 17 takes notes only).
 * All of it or nothing; what is already so is no change.
 */
export const editVisit = command({
  name: 'editVisit',
  input: editVisitInput,
  permission: 'can_assign_visit',
  async run(frame, input) {
    const versions = input.version == null ? null : { [input.visit_id]: input.version };
    const locked = await lockSeenVisits(frame, [input.visit_id], versions);
    if (isRefusal(locked)) return locked;
    const visit = locked[0]!;
    const events: NewEvent[] = [];
    const change = await decide(frame, visit, input, events);
    if (isRefusal(change)) return change;
    const answer = { visit_id: visit.id, version: visit.version + Number(events.length > 0) };
    if (events.length === 0) return answer;
    await save(frame, visit, change);
    for (const { name, data } of events)
      frame.record({
        operation: visit.operation,
        name,
        visitId: visit.id,
        orderNumber: visit.orderNumber,
        technicianId: change.technicianId ?? visit.technicianId,
        data: {
          ...data,
          from: { technicianId: visit.technicianId, statusId: visit.statusId },
          to: { technicianId: change.technicianId, statusId: visit.statusId },
        },
      });
    await tellTechnicians(frame, [
      { ...visit, version: answer.version, from: visit.technicianId, to: change.technicianId },
    ]);
    return answer;
  },
});

/** Each thing asked is a step of its own; the first that the visit's state does not allow refuses all. */
async function decide(
  frame: Frame,
  visit: VisitRow,
  input: z.output<typeof editVisitInput>,
  events: NewEvent[],
): Promise<Change | Refusal> {
  const change: Change = {
    slotId: visit.slotId,
    lateSchedule: null,
    technicianId: visit.technicianId,
    detached: null,
    note: null,
  };
  const take = (step: VisitStep, data: Record<string, unknown>): Refusal | null => {
    const decision = decideVisit(visit, step);
    if (!decision.ok) return refuse(decision.refusal, { visitId: visit.id });
    events.push({ name: decision.event, data });
    return null;
  };

  if (input.timestripe_id != null && input.timestripe_id !== visit.slotId) {
    const slot = await chooseSlot(frame, visit.operation, input.timestripe_id, 'timestripe_id');
    if (isRefusal(slot)) return slot;
    const late = slotHasEnded(visit.day, slot.toHour, frame.now);
    const refused = take(
      { type: 'CHANGE_SLOT' },
      { slotId: { from: visit.slotId, to: slot.id }, lateSchedule: { from: visit.lateSchedule, to: late } },
    );
    if (refused) return refused;
    change.slotId = slot.id;
    change.lateSchedule = late;
  }
  if (input.tech_id !== undefined && input.tech_id !== visit.technicianId) {
    const next =
      input.tech_id === null ? null : await findTechnicianOf(frame, visit.operation, input.tech_id);
    if (next === undefined)
      return refuse('technician-of-other-operation', {
        fields: { tech_id: refuse('technician-of-other-operation').text },
      });
    const refused = take({ type: 'ASSIGN', technicianId: input.tech_id }, {});
    if (refused) return refused;
    change.technicianId = input.tech_id;
    if (visit.technicianId !== null) change.detached = whyDetached(next?.name ?? null);
  }
  const note = input.tech_comments?.trim();
  if (note) {
    const refused = take({ type: 'ADD_NOTE' }, { note });
    if (refused) return refused;
    change.note = note;
  }
  return change;
}

async function save({ tx, now, actor }: Frame, visit: VisitRow, change: Change) {
  const { slotId, lateSchedule, technicianId, detached, note } = change;
  const moved = slotId !== visit.slotId || technicianId !== visit.technicianId;
  // Whoever has the visit has it in this slot since now: its timers count from here.
  const assignedAt = technicianId === null ? null : moved ? now : visit.assignedAt;
  await tx`
    update visits set version = version + 1, slot_id = ${slotId}, technician_id = ${technicianId}, assigned_at = ${assignedAt},
      detached = detached and ${technicianId === visit.technicianId}
      ${detached === null ? tx`` : tx`, detached_by = ${actor.fullName}, detached_comments = ${detached}`}
      ${lateSchedule === null ? tx`` : tx`, late_schedule = ${lateSchedule}, confirmed_at = null`}
    where id = ${visit.id}`;
  if (note)
    await tx`insert into visit_notes (visit_id, author, created_at, text) values (${visit.id}, ${actor.fullName}, ${now}, ${note})`;
}
