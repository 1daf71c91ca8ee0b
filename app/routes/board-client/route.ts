import { type Client, findClient } from '../../../db/reads/orders/client.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { aboutClient, type SectionAnswer } from './admit-client.ts';

export type ClientAnswer = SectionAnswer<{ client: Client }>;

/** Who the client is (S1 §2 'Dialogs'), looked up by number within the asker's operations. */
export const loader = aboutClient(async ({ db }, actor, id) => {
  const client = await findClient(db, actor, id);
  return client ? { client } : refuse('client-unknown');
});
