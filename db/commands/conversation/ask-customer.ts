import type { Frame } from '../../record/transact.ts';
import type { NewNotice } from '../../record/write-events.ts';
import { addMissingLink } from '../visits/add-links.ts';

/** The one question to the customer of a visit that is being finished, where the operation asks it; else no message. */
export async function askCustomer(
  frame: Frame,
  visit: { id: number; operation: string; day: string },
): Promise<NewNotice[]> {
  const asked = await frame.tx`select 1 from conversations where operation = ${visit.operation} and question`;
  if (asked.count === 0 || !frame.keys) return [];
  await addMissingLink(frame, visit);
  return [{ template: 'visit-question' }];
}
