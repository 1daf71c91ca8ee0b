import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Frame } from '../../record/transact.ts';

/**
 * The chosen slot of a visit: enabled, and of the visit's own operation.
 * @param field the input's name, for the refusal
 */
export async function chooseSlot(
  { tx }: Frame,
  operation: string,
  slotId: number,
  field: string,
): Promise<{ id: number; name: string; fromHour: number; toHour: number } | Refusal> {
  const [slot] = await tx<
    { id: number; operation: string; name: string; enabled: boolean; fromHour: number; toHour: number }[]
  >`select id, operation, name, enabled, from_hour, to_hour from slots where id = ${slotId} for key share`;
  if (slot && slot.operation === operation)
    return slot.enabled
      ? slot
      : refuse('slot-disabled', { fields: { [field]: refuse('slot-disabled').text } });
  const any = await tx`select 1 from slots where operation = ${operation} and enabled limit 1`;
  if (any.count === 0) return refuse('no-slots');
  return refuse('slot-of-other-operation', { fields: { [field]: refuse('slot-of-other-operation').text } });
}

/** An active technician of the operation, with the user who gets messages; undefined: none. */
export async function findTechnicianOf(
  { tx }: Frame,
  operation: string,
  technicianId: number,
): Promise<{ id: number; name: string; userId: number } | undefined> {
  const [technician] = await tx<{ id: number; name: string; userId: number }[]>`
    select t.id, t.name, t.user_id from technicians t join users u on u.id = t.user_id and u.active and t.active
    join user_operations o on o.user_id = t.user_id and o.operation = ${operation} where t.id = ${technicianId}
    for key share of t`;
  return technician;
}

/** The users of technicians, by technician id, for the message 'ya no es tuya'. */
export async function usersOfTechnicians({ tx }: Frame, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx<{ id: number; userId: number }[]>`
    select id, user_id from technicians where id = any(${ids}::int[])`;
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}
