import { addMissingLink } from '../add-links.ts';
import type { Frame } from '../transact.ts';

/** Decide the one question to the customer of a visit that was just finished, where the operation asks it. */
export async function askCustomer(
  frame: Frame,
  visit: { id: number; operation: string; day: string },
): Promise<void> {
  const asked = await frame.tx`select 1 from conversations where operation = ${visit.operation} and question`;
  if (asked.count === 0 || !frame.keys) return;
  await addMissingLink(frame, visit);
  frame.notify({
    key: `visit-question.${visit.id}`,
    visitId: visit.id,
    operation: visit.operation,
    audience: 'customer',
    template: 'visit-question',
  });
}
