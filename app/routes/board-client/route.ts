import { type Client, findClient } from '../../../db/reads/orders/client.ts';
import { listSameClients, type SameClient } from '../../../db/reads/orders/same-clients.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { aboutClient, type SectionAnswer } from './admit-client.server.ts';

export type ClientAnswer = SectionAnswer<{ client: Client; same: SameClient[] }>;

/** Who the client is (S1 §2 'Dialogs'), looked up by number within the asker's operations. */
export const loader = aboutClient(async ({ db }, actor, id) => {
  const [client, same] = await Promise.all([findClient(db, actor, id), listSameClients(db, actor, id)]);
  return client ? { client, same } : refuse('client-unknown');
});
