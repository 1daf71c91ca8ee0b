import { type ClientMessage, listClientMessages } from '../../../db/reads/orders/client-messages.ts';
import { mayResend } from '../../../machines/access/permissions.ts';
import { aboutClient, pagesOf, type SectionAnswer } from '../board-client/admit-client.server.ts';

/** Its instants travel as text. */
export type ShownMessage = Omit<ClientMessage, 'at' | 'openedFirst'> & {
  at: string;
  openedFirst: string | null;
};
export type ClientMessagesAnswer = SectionAnswer<{
  messages: ShownMessage[];
  more: boolean;
  mayResend: boolean;
}>;

/** What was said to the client and what came back (contract §14), a page of 20 at a time. */
export const loader = aboutClient(async ({ db }, actor, id, pages) => {
  const now = new Date();
  const { rows: messages, more } = await pagesOf(
    pages,
    (part) => listClientMessages(db, actor, id, { ...part, now }),
    20,
  );
  return { messages, more, mayResend: mayResend(actor) };
});
