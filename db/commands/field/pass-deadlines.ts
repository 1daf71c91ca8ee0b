import { z } from 'zod';
import { autoReleasedComments } from '../../../machines/visit/detached-comments.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { type DueVisit, listDueVisits } from '../../reads/visits/due-visits.ts';
import { timerActor } from '../../record/transact.ts';
import { visitStep } from '../../record/visit-step.ts';
import { id, seenVersion } from '../input.ts';

const dueInput = z.object({ visit_id: id, version: seenVersion });

/** After its slot's end an assigned open visit becomes 'Cierre demorado' (contract §4). */
const markDelayed = visitStep({
  name: 'markDelayed',
  input: dueInput,
  change: (visit) => ({ step: { type: 'PASS_SLOT_END', due: true }, answer: { visit_id: visit.id } }),
});

/** Not on the way in time: it is released, so that another technician can take it (contract §4). */
const autoRelease = visitStep({
  name: 'autoRelease',
  input: dueInput,
  change: (visit) => ({
    step: {
      type: 'PASS_RELEASE_TIME',
      due: true,
      comments: autoReleasedComments,
    },
    answer: { visit_id: visit.id },
  }),
});

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
    const step = visit.what === 'delay' ? markDelayed : autoRelease;
    const answer = await step(contextOf(db, visit, now), { visit_id: visit.id, version: visit.version });
    if (!isRefusal(answer)) done[visit.what === 'delay' ? 'delayed' : 'released']++;
  }
  return done;
}

const contextOf = (db: Db, visit: DueVisit, now?: Date) => ({
  db,
  actor: timerActor([visit.operation]),
  ...(now ? { now } : {}),
});
