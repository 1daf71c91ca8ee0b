import type { EventData, EventName } from '../../../machines/events.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { forEachVisit } from '../../record/lock-seen-visits.ts';
import { lockPlaces } from '../../record/places.ts';
import type { Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';

/** An event of a visit from its creation on; `mine`: of the command that is undone. */
type Done = {
  visitId: number;
  name: EventName;
  mine: boolean;
  inTime: boolean;
  data: EventData & { undoable?: true };
};

/**
 * Undo one's own creation of these locked visits (ux.md U68): they leave the record, their orders wait again and their
 * messages, which were held, are not sent; the events remain. Refused once anything else has happened to one of them.
 * @param done the events of the visits from their creation on
 */
export async function withdrawVisits(
  frame: Frame,
  visits: VisitRow[],
  done: Done[],
): Promise<{ visit_id: number[] } | Refusal> {
  const refused = forEachVisit(visits, ({ id }) =>
    refuseWithdrawal(done.filter((event) => event.visitId === id)),
  );
  if (isRefusal(refused)) return refused;
  const { tx } = frame;
  await lockPlaces(tx, visits);
  for (const { id, operation, orderNumber, technicianId, day, slotId } of visits) {
    await tx`delete from order_visits where order_number = ${orderNumber} and visit_id = ${id}`;
    await tx`delete from visits where id = ${id}`;
    // The trigger that counts places knows of no visit that leaves the record.
    await tx`select free_place(${operation}, ${day}::date, ${slotId})`;
    frame.record({
      operation,
      name: 'visit.withdrawn',
      visitId: id,
      orderNumber,
      technicianId,
      data: { from: { day, slotId, technicianId } },
    });
  }
  return { visit_id: visits.map(({ id }) => id) };
}

/** What happens to a new visit is its creator's doing, or the state of a message that is still held. */
function refuseWithdrawal(events: Done[]): Refusal | null {
  const creation = events.find(({ mine, name }) => mine && name === 'visit.created');
  if (!creation?.data.undoable) return refuse('nothing-to-undo');
  if (events.some(({ mine, name }) => !mine && name !== 'notice.recorded')) return refuse('undo-too-late');
  return creation.inTime ? null : refuse('undo-expired');
}
