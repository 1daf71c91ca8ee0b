import { listClientPendingOrders } from '../../../db/reads/orders/order.ts';
import { aboutClient, type SectionAnswer } from '../board-client/admit-client.server.ts';

type Orders = Awaited<ReturnType<typeof listClientPendingOrders>>;
export type ClientOrdersAnswer = SectionAnswer<{ orders: Orders }>;

/** What the client waits for (S1 §2 'Dialogs'). */
export const loader = aboutClient(async ({ db }, actor, id) => ({
  orders: await listClientPendingOrders(db, actor, id),
}));
