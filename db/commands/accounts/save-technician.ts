import type { AccountFacts } from '../../../machines/access/audit.ts';
import type { Frame } from '../../record/transact.ts';

/**
 * An account's technician: made once, named as the account, and only deactivated, because past visits name
 * it. Reactivated it has the same id and history.
 */
export async function saveTechnician(
  { tx }: Frame,
  userId: number,
  { technician, firstName, lastName }: Pick<AccountFacts, 'technician' | 'firstName' | 'lastName'>,
): Promise<void> {
  const name = `${firstName} ${lastName}`.trim();
  if (technician)
    await tx`
      insert into technicians (user_id, name) values (${userId}, ${name})
      on conflict (user_id) do update set name = excluded.name, active = true
      where technicians.name <> excluded.name or not technicians.active`;
  else
    await tx`
      update technicians set name = ${name}, active = false
      where user_id = ${userId} and (active or name <> ${name})`;
}
