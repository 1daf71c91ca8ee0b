import { addDays, hourOf, instantOf, today } from '../../../machines/calendar/slots.ts';
import { reminderHours } from '../../../machines/customer/conversation.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { amongOpen } from '../../months/settled.ts';
import { livesHere } from '../../record/elsewhere.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { takeStep } from '../../record/take-step.ts';
import { databaseNow, timerActor, transact } from '../../record/transact.ts';
import { type VisitRow, visitRowColumns } from '../../record/visit-row.ts';
import { notices } from '../../schema/index.ts';
import type { Keys } from '../../secrets/keys.ts';
import { addMissingLink } from '../visits/add-links.ts';

/** Visits per transaction, which locks their rows. */
const batch = 100;

/**
 * Decides the reminders of tomorrow's open visits, in the operations that send them, once per visit. A visit
 * made after the day's reminders began has a message of its own. Concurrent workers are harmless.
 * @param now set by tests; default the database's clock
 * @returns how many were decided; repeat until none
 */
export async function remindCustomers(db: Db, keys: Keys, now?: Date): Promise<number> {
  const at = now ?? (await databaseNow(db.sql));
  const hour = hourOf(at);
  if (hour < reminderHours.from || hour >= reminderHours.to) return 0;
  const context = { db, actor: timerActor([]), keys, ...(now ? { now } : {}) };
  const done = await transact<number>(context, async (frame) => {
    const locked = await frame.tx<VisitRow[]>`
      select ${visitRowColumns(frame.tx)} from visits v join slots s on s.id = v.slot_id
      join conversations x on x.operation = v.operation and x.reminder
      where v.day = ${addDays(today(at), 1)} and ${amongOpen(db, frame.tx)} and ${isOpenVisit(frame.tx)}
        and ${livesHere(frame.tx, frame.tx`v.operation`)}
        and v.created_at < ${instantOf(today(at), reminderHours.from)}
        and not exists (select 1 from notices n where n.key = 'visit-reminder.' || v.id)
      order by v.id limit ${batch} for update of v skip locked`;
    // Read again under the lock: this statement's snapshot is older than another worker's decision.
    const keysOfLocked = locked.map(({ id }) => `visit-reminder.${id}`);
    const decided = await typed(frame.tx)
      .select({ visitId: notices.visitId })
      .from(notices)
      .where(anyOf(notices.key, keysOfLocked));
    const due = locked.filter(({ id }) => !decided.some(({ visitId }) => visitId === id));
    for (const visit of due) {
      await addMissingLink(frame, visit);
      takeStep(
        frame,
        visit,
        { type: 'REMIND' },
        { dataAlone: true, notices: [{ template: 'visit-reminder' }] },
      );
    }
    return due.length;
  });
  return isRefusal(done) ? 0 : done;
}
