import type { Frame } from '../../record/transact.ts';
import type { NewNotice } from '../../record/write-events.ts';
import { addMissingLink } from '../visits/add-links.ts';

/** The question to the customer of a visit that is being finished, if the operation asks it; else no message. */
export async function askCustomer(
  frame: Frame,
  visit: { id: number; operation: string; day: string },
): Promise<NewNotice[]> {
  const enabled =
    await frame.tx`select 1 from conversations where operation = ${visit.operation} and question`;
  if (enabled.count === 0 || !frame.keys) return [];
  await addMissingLink(frame, visit);
  return [{ template: 'visit-question' }];
}
