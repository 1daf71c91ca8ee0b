import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { slotHasEnded } from '../../../machines/calendar/slots.ts';
import type { Db } from '../../connection/open.ts';
import { amongOpen } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';

export type SlotOfDay = { id: number; name: string; fromHour: number; toHour: number; ended: boolean };

/** The slots for a visit of that day; ended ones are marked (S2 §4 late_schedule). */
export async function listSlotsOfDay(
  db: Db,
  operation: string,
  day: string,
  now: Date,
): Promise<SlotOfDay[]> {
  const rows = await db.sql<Omit<SlotOfDay, 'ended'>[]>`
    select id, name, from_hour, to_hour from slots where operation = ${operation} and enabled order by from_hour, to_hour, id`;
  return rows.map((slot) => ({ ...slot, ended: slotHasEnded(day, slot.toHour, now) }));
}

/** The operation's technicians with the number of their visits in that slot and day (S2 §2). */
export async function listTechniciansOfSlot(
  db: Db,
  operations: string[],
  day: string,
  slotId: number | null,
): Promise<{ id: number; name: string; assignedVisits: number }[]> {
  const { sql } = db;
  return [
    ...(await sql<{ id: number; name: string; assignedVisits: number }[]>`
      select t.id, t.name, (select count(*)::int from visits v where v.technician_id = t.id and v.day = ${day}
          ${slotId === null ? sql`` : sql`and v.slot_id = ${slotId}`}
          and ${amongOpen(db)} and ${isOpenVisit(sql)}) as assigned_visits
      from technicians t join users u on u.id = t.user_id and u.active and t.active
      where exists (select 1 from user_operations o where o.user_id = u.id and o.operation = any(${operations}::text[]))
      order by t.name, t.id`),
  ];
}

export async function findSlot(db: Db, actor: Pick<Actor, 'operations'>, slotId: number) {
  const [slot] = await db.sql<
    { id: number; operation: string; name: string; fromHour: number; toHour: number; enabled: boolean }[]
  >`select id, operation, name, from_hour, to_hour, enabled from slots
    where id = ${slotId} and operation = any(${operationsOf(actor)}::text[])`;
  return slot;
}
