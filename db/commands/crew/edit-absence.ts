import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { today } from '../../../machines/calendar/slots.ts';
import type { Absence } from '../../../machines/visit/absences.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { command, type Frame } from '../../record/transact.ts';
import { absences } from '../../schema/index.ts';
import { editAbsenceInput } from './edit-absence-input.ts';
import { lockAbsence, lockTechnician, readAbsenceFacts, recordAbsence } from './lock-absence.ts';

type Input = z.output<typeof editAbsenceInput>;
type Answer = { id: number; version: number; assigned_visits: number };

/**
 * Enter when a technician does not work, or change it (contract §9 'absences'). Visits that they have in those days
 * stay theirs: the answer says how many, and a dispatcher decides.
 */
export const editAbsence = command({
  name: 'editAbsence',
  input: editAbsenceInput,
  permission: 'can_edit_crew',
  async run(frame, input): Promise<Answer | Refusal> {
    // It would be listed nowhere, and change no visit.
    if (input.to < today(frame.now))
      return refuse('absence-over', { fields: { to: refuse('absence-over').text } });
    return input.id === null ? addAbsence(frame, input) : changeAbsence(frame, input.id, input);
  },
});

const newOf = ({ from, to, timestripes, reason }: Input) => ({
  fromDay: from,
  toDay: to,
  slotIds: timestripes,
  reason,
});

async function addAbsence(frame: Frame, input: Input): Promise<Answer | Refusal> {
  const technician = await lockTechnician(frame, input.tech_id);
  if (!technician)
    return refuse('technician-of-other-operation', {
      fields: { tech_id: refuse('technician-of-other-operation').text },
    });
  const to = await readAbsenceFacts(frame, technician, newOf(input));
  if (isRefusal(to)) return to;
  const [row] = await typed(frame.tx)
    .insert(absences)
    .values({
      technicianId: technician.id,
      ...newOf(input),
      createdBy: frame.actor.userId,
      createdAt: frame.now,
    })
    .returning({ id: absences.id });
  recordAbsence(frame, technician, { change: 'added', absenceId: row!.id, to });
  return answerOf(frame, { id: row!.id, version: 1, technicianId: technician.id, ...to });
}

async function changeAbsence(frame: Frame, id: number, input: Input): Promise<Answer | Refusal> {
  const locked = await lockAbsence(frame, id, input.version);
  if (isRefusal(locked)) return locked;
  const { absence, technician } = locked;
  if (input.tech_id !== technician.id)
    return refuse('absence-technician-fixed', {
      fields: { tech_id: refuse('absence-technician-fixed').text },
    });
  const to = await readAbsenceFacts(frame, technician, newOf(input));
  if (isRefusal(to)) return to;
  const { fromDay, toDay, slotIds, reason } = absence;
  if (JSON.stringify({ fromDay, toDay, slotIds, reason }) === JSON.stringify(newOf(input)))
    return answerOf(frame, absence);
  await typed(frame.tx)
    .update(absences)
    .set({ ...newOf(input), version: sql`${absences.version} + 1` })
    .where(eq(absences.id, id));
  const from = await readAbsenceFacts(frame, technician, absence);
  recordAbsence(frame, technician, { change: 'edited', absenceId: id, from, to });
  return answerOf(frame, { ...absence, ...to, version: absence.version + 1 });
}

type Counted = Pick<Absence, 'id' | 'version' | 'technicianId' | 'fromDay' | 'toDay' | 'slotIds'>;

async function answerOf({ tx }: Frame, absence: Counted): Promise<Answer> {
  const { id, version, technicianId, fromDay, toDay, slotIds } = absence;
  const [open] = await tx<{ count: number }[]>`
    select count(*)::int as count from visits v where v.technician_id = ${technicianId}
      and v.day between ${fromDay} and ${toDay} and ${isOpenVisit(tx)}
      ${slotIds.length === 0 ? tx`` : tx`and v.slot_id = any(${slotIds}::int[])`}`;
  return { id, version, assigned_visits: open!.count };
}
