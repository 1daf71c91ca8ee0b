import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import type { Tx } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { users } from '../../schema/index.ts';
import { optional, text } from '../input.ts';

const input = z.object({ username: optional(text(100)) });

/** Subscribe to technicians' notifications in one's operations (contract §6); requires the bot (S2 §4). */
export const subscribeToTechnicians = command({
  name: 'subscribeToTechnicians',
  input,
  permission: 'can_subscribe_to_techs',
  async run({ tx, actor }, { username }) {
    if (username && username.trim().toLowerCase() !== actor.username) return refuse('other-user');
    const done = await setSubscribed(tx, actor.userId, true);
    return done.count === 0 ? refuse('bot-not-linked') : { subscribed_to_techs: true };
  },
});

/** Requires the bot too (S2 §4); unlinking the chat has ended the subscription already. */
export const unsubscribeFromTechnicians = command({
  name: 'unsubscribeFromTechnicians',
  input,
  permission: 'can_subscribe_to_techs',
  async run({ tx, actor }, { username }) {
    if (username && username.trim().toLowerCase() !== actor.username) return refuse('other-user');
    const done = await setSubscribed(tx, actor.userId, false);
    return done.count === 0 ? refuse('bot-not-linked') : { subscribed_to_techs: false };
  },
});

const setSubscribed = (tx: Tx, userId: number, subscribedToTechs: boolean) =>
  typed(tx)
    .update(users)
    .set({ subscribedToTechs })
    .where(and(eq(users.id, userId), users.activeOnTelegram));
