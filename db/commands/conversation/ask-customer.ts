import { and, eq } from 'drizzle-orm';
import { typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import type { NewNotice } from '../../record/write-events.ts';
import { conversations } from '../../schema/index.ts';
import { addMissingLink } from '../visits/add-links.ts';

/** The question to the customer of a visit that is being finished, if the operation asks it; else no message. */
export async function askCustomer(
  frame: Frame,
  visit: { id: number; operation: string; day: string },
): Promise<NewNotice[]> {
  const [asking] = await typed(frame.tx)
    .select({ operation: conversations.operation })
    .from(conversations)
    .where(and(eq(conversations.operation, visit.operation), conversations.question));
  if (!asking || !frame.keys) return [];
  await addMissingLink(frame, visit);
  return [{ template: 'visit-question' }];
}
