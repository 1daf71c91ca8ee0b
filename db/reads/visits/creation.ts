import { and, eq } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { slotHasEnded } from '../../../machines/calendar/slots.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { amongOpen } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { type Columns, slots, type technicians } from '../../schema/index.ts';
import { listSlots, slotColumns } from '../settings/operation.ts';
import { type PlacesOfDay, readPlaces } from './places.ts';

export type SlotOfDay = Columns<typeof slots, 'id' | 'name' | 'fromHour' | 'toHour'> &
  PlacesOfDay & { ended: boolean };

/** The slots that an operation's visits may be put into. */
export const listEnabledSlots = async ({ sql }: Db, operation: string) =>
  typed(sql)
    .select({ id: slots.id, name: slots.name, fromHour: slots.fromHour, toHour: slots.toHour })
    .from(slots)
    .where(and(eq(slots.operation, operation), slots.enabled))
    .orderBy(slots.fromHour, slots.toHour, slots.id);

/** The slots for a visit of that day, with the places left; ended ones are marked (S2 §4 late_schedule). */
export async function listSlotsOfDay(
  db: Db,
  operation: string,
  day: string,
  now: Date,
): Promise<SlotOfDay[]> {
  const [slots, placesOf] = await Promise.all([
    listSlots(db, [operation]),
    readPlaces(db, operation, day, day),
  ]);
  return slots
    .filter(({ enabled }) => enabled)
    .map((slot) => {
      const { id, name, fromHour, toHour } = slot;
      return { id, name, fromHour, toHour, ended: slotHasEnded(day, toHour, now), ...placesOf(slot, day) };
    });
}

export type TechnicianOfSlot = Columns<typeof technicians, 'id' | 'name'> & {
  assignedVisits: number;
  /** They do not work in that slot; without a slot, on the whole day. */
  absent: boolean;
  /** The ids of their skills in these operations. */
  skills: number[];
};

/** The operations' technicians with the number of their visits in that slot and day (S2 §2), and whether they work then. */
export async function listTechniciansOfSlot(
  db: Db,
  operations: string[],
  day: string,
  slotId: number | null,
): Promise<TechnicianOfSlot[]> {
  const { sql } = db;
  return [
    ...(await sql<TechnicianOfSlot[]>`
      select t.id, t.name, (select count(*)::int from visits v where v.technician_id = t.id and v.day = ${day}
          ${slotId === null ? sql`` : sql`and v.slot_id = ${slotId}`}
          and ${amongOpen(db)} and ${isOpenVisit(sql)}) as assigned_visits,
        exists (select 1 from absences a where a.technician_id = t.id and a.from_day <= ${day} and a.to_day >= ${day}
          and (a.slot_ids = '{}' ${slotId === null ? sql`` : sql`or ${slotId}::int = any(a.slot_ids)`})) as absent,
        array(select k.skill_id from technician_skills k join skills s on s.id = k.skill_id
          where k.technician_id = t.id and s.operation = any(${operations}::text[]) order by k.skill_id) as skills
      from technicians t join users u on u.id = t.user_id and u.active and t.active
      where exists (select 1 from user_operations o where o.user_id = u.id and o.operation = any(${operations}::text[]))
      order by t.name, t.id`),
  ];
}

export async function findSlot(db: Db, actor: Pick<Actor, 'operations'>, slotId: number) {
  const [slot] = await typed(db.sql)
    .select(slotColumns)
    .from(slots)
    .where(and(eq(slots.id, slotId), anyOf(slots.operation, operationsOf(actor))));
  return slot;
}
