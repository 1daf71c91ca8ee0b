import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../db/connection/open.ts';
import {
  botIdOf,
  chatWebhookPath,
  keepUpdates,
  notifyChat,
  type RawUpdate,
} from '../../db/queues/chat-updates.ts';

type Options = { db: Db; token: string; secretToken: string };

/** A text of 4,096 characters with its entities, twice (the message and the one it replies to), with a margin. */
const maxUpdateBytes = 262_144;

const update = z.looseObject({ update_id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });

/**
 * Where Telegram delivers messages to the bot. 200 only once the update is kept, else it is redelivered; a
 * worker answers it. Requests without the secret are refused unread.
 */
export async function telegramWebhook(app: FastifyInstance, { db, token, secretToken }: Options) {
  const botId = botIdOf(token);
  const secret = digest(secretToken);
  app.addHook('onRequest', async (request, reply) => {
    const shown = request.headers['x-telegram-bot-api-secret-token'];
    // Digests, so that neither content nor length can be timed.
    if (typeof shown === 'string' && timingSafeEqual(digest(shown), secret)) return;
    return reply.code(401).header('connection', 'close').send();
  });
  app.post(chatWebhookPath, { bodyLimit: maxUpdateBytes }, async (request, reply) => {
    const read = update.safeParse(request.body);
    if (!read.success) return reply.code(422).send();
    await keepUpdates(db, botId, [read.data as RawUpdate]);
    notifyChat(db);
    return reply.code(200).send();
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
