import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { typed } from '../../connection/typed.ts';
import { type Context, command } from '../../record/transact.ts';
import { chatLinkCodes } from '../../schema/index.ts';
import { hashToken } from '../../secrets/links.ts';

/** A code's validity. */
export const codeMinutes = 15;

const making = command({
  name: 'createLinkCode',
  input: z.looseObject({}).nullish(),
  permission: 'can_edit_telegram_chat_id',
  async run({ tx, actor }) {
    const code = randomBytes(24).toString('base64url');
    await typed(tx)
      .delete(chatLinkCodes)
      .where(and(eq(chatLinkCodes.userId, actor.userId), isNull(chatLinkCodes.usedAt)));
    await typed(tx)
      .insert(chatLinkCodes)
      .values({
        codeHash: hashToken(code),
        userId: actor.userId,
        expiresAt: sql`now() + make_interval(mins => ${codeMinutes})`,
      });
    return { code };
  },
});

/**
 * A code that links the chat from which it is sent to the actor: for 15 minutes, once, and only the actor's
 * latest. Without an Idempotency-Key, which would keep the code itself.
 */
export const createLinkCode = Object.assign(
  (context: Context, raw: unknown) => making({ ...context, key: null }, raw),
  { schema: making.schema, permission: making.permission, commandName: making.commandName },
);
