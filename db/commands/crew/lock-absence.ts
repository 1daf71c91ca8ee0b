import { eq } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import type { Absence } from '../../../machines/visit/absences.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { absences, slots } from '../../schema/index.ts';

/** A technician whom the actor reaches, with all their operations, also those that the actor does not have. */
export type LockedTechnician = { id: number; name: string; operations: string[] };

/**
 * Locks an active technician of the actor's operations against visits that are about to be given to them: serialised
 * with `findTechnicianOf` and `refuseTechnician`. Undefined: there is none.
 */
export async function lockTechnician(
  { tx, actor }: Frame,
  technicianId: number,
): Promise<LockedTechnician | undefined> {
  const [technician] = await tx<LockedTechnician[]>`
    select t.id, t.name, array(select o.operation::text from user_operations o where o.user_id = t.user_id
      order by o.position, o.operation) as operations
    from technicians t join users u on u.id = t.user_id and u.active and t.active
    where t.id = ${technicianId} for update of t`;
  const reach = operationsOf(actor);
  return technician?.operations.some((code) => reach.includes(code)) ? technician : undefined;
}

/** Locks an absence with its technician, in the version that was seen. */
export async function lockAbsence(
  frame: Frame,
  id: number,
  seen: number | null | undefined,
): Promise<{ absence: Absence; technician: LockedTechnician } | Refusal> {
  const { tx } = frame;
  const [stored] = await typed(tx)
    .select({ technicianId: absences.technicianId })
    .from(absences)
    .where(eq(absences.id, id));
  // The technician first, as every command does: two about one absence never deadlock.
  const technician = stored && (await lockTechnician(frame, stored.technicianId));
  const [absence] = technician
    ? await typed(tx).select(absenceColumns).from(absences).where(eq(absences.id, id)).for('update')
    : [];
  if (!technician || !absence) return refuse('absence-unknown');
  if (seen != null && seen !== absence.version)
    return refuse('absence-changed', { setting: { kind: 'absence', id } });
  return { absence, technician };
}

const absenceColumns = {
  id: absences.id,
  technicianId: absences.technicianId,
  fromDay: absences.fromDay,
  toDay: absences.toDay,
  slotIds: absences.slotIds,
  reason: absences.reason,
  version: absences.version,
};

/** An absence's data in the history, its slots also by name. */
export type AbsenceFacts = Pick<Absence, 'fromDay' | 'toDay' | 'slotIds' | 'reason'> & { slots: string[] };

/** The facts with the names of the slots; refused when one of them is not of the technician's operations. */
export async function readAbsenceFacts(
  { tx }: Frame,
  technician: LockedTechnician,
  absence: Pick<Absence, 'fromDay' | 'toDay' | 'slotIds' | 'reason'>,
): Promise<AbsenceFacts | Refusal> {
  const { fromDay, toDay, slotIds, reason } = absence;
  const slotRows =
    slotIds.length === 0
      ? []
      : await typed(tx)
          .select({ id: slots.id, name: slots.name, operation: slots.operation })
          .from(slots)
          .where(anyOf(slots.id, slotIds))
          .orderBy(slots.fromHour, slots.toHour, slots.id);
  const its = slotRows.filter(({ operation }) => technician.operations.includes(operation));
  if (its.length < slotIds.length)
    return refuse('slot-of-other-operation', {
      fields: { timestripes: refuse('slot-of-other-operation').text },
    });
  return { fromDay, toDay, slotIds, slots: its.map(({ name }) => name), reason };
}

/** Records the change in each operation of the technician. */
export function recordAbsence(
  frame: Frame,
  technician: LockedTechnician,
  data: {
    change: 'added' | 'edited' | 'deleted';
    absenceId: number;
    from?: AbsenceFacts | Refusal;
    to?: AbsenceFacts;
  },
): void {
  const { from, ...rest } = data;
  const before = from && !isRefusal(from) ? { from } : {};
  for (const operation of technician.operations)
    frame.record({
      operation,
      name: 'absences.changed',
      data: { technicianId: technician.id, name: technician.name, ...rest, ...before },
    });
}
