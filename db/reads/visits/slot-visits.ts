import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { type FieldVisit, fieldVisitColumns, fieldVisitTables } from './technician-day.ts';
import { type Unread, withReach } from './with-reach.ts';

/** The visits of one slot on one day, within the actor's operations (S2 §7 api_visit_timestripe_detail). */
export async function listSlotVisits(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  day: string,
  slotId: number,
): Promise<FieldVisit[]> {
  const { sql } = db;
  const visits = await sql<Unread<FieldVisit>[]>`
    select ${fieldVisitColumns(sql)} from ${fieldVisitTables(sql)}
    where v.day = ${day} and v.slot_id = ${slotId} and v.operation = any(${operationsOf(actor)}::text[])
    order by v.id`;
  return visits.map((visit) => withReach(db, visit));
}
