import { eq } from 'drizzle-orm';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { type Columns, slots, technicians } from '../../schema/index.ts';

/**
 * The chosen slot of a visit: enabled, and of the visit's own operation.
 * @param field the input's name, for the refusal
 */
export async function chooseSlot(
  { tx }: Frame,
  operation: string,
  slotId: number,
  field: string,
): Promise<Columns<typeof slots, 'id' | 'name' | 'fromHour' | 'toHour'> | Refusal> {
  const [slot] = await typed(tx)
    .select({
      id: slots.id,
      operation: slots.operation,
      name: slots.name,
      enabled: slots.enabled,
      fromHour: slots.fromHour,
      toHour: slots.toHour,
    })
    .from(slots)
    .where(eq(slots.id, slotId))
    .for('key share');
  if (slot && slot.operation === operation)
    return slot.enabled
      ? slot
      : refuse('slot-disabled', { fields: { [field]: refuse('slot-disabled').text } });
  const any = await tx`select 1 from slots where operation = ${operation} and enabled limit 1`;
  if (any.count === 0) return refuse('no-slots');
  return refuse('slot-of-other-operation', { fields: { [field]: refuse('slot-of-other-operation').text } });
}

type Technician = Columns<typeof technicians, 'id' | 'name' | 'userId'>;

/** An active technician of the operation, with the user who gets messages; undefined: none. */
export async function findTechnicianOf(
  { tx }: Frame,
  operation: string,
  technicianId: number,
): Promise<Technician | undefined> {
  const [technician] = await tx<Technician[]>`
    select t.id, t.name, t.user_id from technicians t join users u on u.id = t.user_id and u.active and t.active
    join user_operations o on o.user_id = t.user_id and o.operation = ${operation} where t.id = ${technicianId}
    for key share of t, o`;
  return technician;
}

/** The users of technicians, by technician id, for the message 'ya no es tuya'. */
export async function usersOfTechnicians({ tx }: Frame, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await typed(tx)
    .select({ id: technicians.id, userId: technicians.userId })
    .from(technicians)
    .where(anyOf(technicians.id, ids));
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}
