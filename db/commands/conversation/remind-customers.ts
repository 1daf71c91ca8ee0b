import { reminderHours } from '../../../machines/conversation.ts';
import { isRefusal } from '../../../machines/refusals.ts';
import { addDays, hourOf, instantOf, today } from '../../../machines/slots.ts';
import type { Keys } from '../../keys.ts';
import type { Db } from '../../open.ts';
import { amongOpen } from '../../settled.ts';
import { addMissingLink } from '../add-links.ts';
import { clockActor, databaseNow, transact } from '../transact.ts';

/** So many in one transaction: their rows are locked meanwhile. */
const batch = 100;

type Due = { id: number; operation: string; orderNumber: string; technicianId: number | null; day: string };

/**
 * Decide the reminders of tomorrow's open visits, in the operations that send
 * them, by day and once a visit. A visit that was made after the reminders of
 * the day began has a message of its own. Several workers may ask at once.
 * @param now given by tests; otherwise the database's clock
 * @returns how many were decided; ask again until it is none
 */
export async function remindCustomers(db: Db, keys: Keys, now?: Date): Promise<number> {
  const at = now ?? (await databaseNow(db.sql));
  const hour = hourOf(at);
  if (hour < reminderHours.from || hour >= reminderHours.to) return 0;
  const context = { db, actor: clockActor([]), keys, ...(now ? { now } : {}) };
  const done = await transact<number>(context, async (frame) => {
    const locked = await frame.tx<Due[]>`
      select v.id, v.operation, v.order_number, v.technician_id, v.day from visits v
      join conversations x on x.operation = v.operation and x.reminder
      where v.day = ${addDays(today(at), 1)} and ${amongOpen(db, frame.tx)} and not (v.finished or v.cancelled or v.rescheduled)
        and v.created_at < ${instantOf(today(at), reminderHours.from)}
        and not exists (select 1 from notices n where n.key = 'visit-reminder.' || v.id)
      order by v.id limit ${batch} for update of v skip locked`;
    // Asked again now that they are ours: what another worker decided after this statement began is seen only by the next.
    const told = await frame.tx<{ visitId: number }[]>`
      select visit_id from notices where key = any(${locked.map(({ id }) => `visit-reminder.${id}`)}::text[])`;
    const due = locked.filter(({ id }) => !told.some(({ visitId }) => visitId === id));
    for (const visit of due) {
      await addMissingLink(frame, visit);
      await frame.tx`update visits set version = version + 1 where id = ${visit.id}`;
      frame.record({
        operation: visit.operation,
        name: 'visit.reminded',
        visitId: visit.id,
        orderNumber: visit.orderNumber,
        technicianId: visit.technicianId,
      });
      frame.notify({
        key: `visit-reminder.${visit.id}`,
        visitId: visit.id,
        operation: visit.operation,
        audience: 'customer',
        template: 'visit-reminder',
      });
    }
    return due.length;
  });
  return isRefusal(done) ? 0 : done;
}
