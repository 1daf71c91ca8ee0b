import { isRefusal } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { type DueVisit, listDueVisits } from '../../reads/visits/due-visits.ts';
import { timerActor } from '../../record/transact.ts';
import { timerCommands } from '../registry.ts';

/**
 * Runs the two timers. Due visits are found in the record, so that after a restart a deadline fires late
 * rather than never. Each visit is changed on condition that it is still as it was found.
 * @param now set by tests; default the database's clock
 * @returns how many visits each timer changed
 */
export async function passDeadlines(db: Db, now?: Date): Promise<{ delayed: number; released: number }> {
  const due = await listDueVisits(db, now);
  const done = { delayed: 0, released: 0 };
  for (const visit of due) {
    const command = visit.what === 'delay' ? timerCommands.markDelayed : timerCommands.autoRelease;
    const answer = await command(contextOf(db, visit, now), { visit_id: visit.id, version: visit.version });
    if (!isRefusal(answer)) done[visit.what === 'delay' ? 'delayed' : 'released']++;
  }
  return done;
}

const contextOf = (db: Db, visit: DueVisit, now?: Date) => ({
  db,
  actor: timerActor([visit.operation]),
  ...(now ? { now } : {}),
});
