import type { Db } from '../connection/open.ts';

/** Notified when the web process has kept an update: a worker takes it before its next poll. */
export const chatChannel = 'agenda_chat';

/** The path under PUBLIC_URL to which Telegram delivers. */
export const chatWebhookPath = '/telegram/webhook';

/** A bot's id, which is not secret: the part of its token before the colon. */
export const botIdOf = (token: string): number => Number(token.split(':')[0]);

/** The part of a Bot API update that is needed to keep it. */
export type RawUpdate = { update_id: number } & Record<string, unknown>;

export type ChatUpdate = {
  updateId: number;
  chatId: string;
  body: RawUpdate;
  receivedAt: Date;
  /** Counted from 1. */
  attempts: number;
  sent: number;
  outcome: unknown;
  /** Timed out: what still runs of this attempt sends nothing more. */
  timedOut?: boolean;
};

/**
 * Keeps updates before they are acknowledged to Telegram. Existing ones stay as they are: Telegram redelivers
 * what was not acknowledged, and a second poller may have fetched the same.
 * @returns the number of new ones
 */
export async function keepUpdates(db: Db, botId: number, updates: RawUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  const inserted = await db.writes`
    insert into chat_updates (bot_id, update_id, chat_id, body)
    select ${botId}::bigint, u.id, u.chat, u.body::json
    from unnest(${updates.map((update) => update.update_id)}::bigint[], ${updates.map(chatOf)}::text[],
      ${updates.map((update) => JSON.stringify(update))}::text[]) u(id, chat, body)
    on conflict do nothing`;
  return inserted.count;
}

/** Notifies the workers; a lost notification is covered by their poll. */
export const notifyChat = (db: Db): void => {
  db.writes`select pg_notify(${chatChannel}, '')`.catch(() => {});
};

/**
 * Claims the oldest waiting updates for `holdSeconds`, one per chat: a user's button presses act in order.
 * Two workers never hold the same one; a dead worker's claim expires.
 */
export async function claimUpdates(
  db: Db,
  botId: number,
  limit: number,
  holdSeconds: number,
): Promise<ChatUpdate[]> {
  const rows = await db.writes<ChatUpdate[]>`
    with free as (
      select update_id from chat_updates w
      where bot_id = ${botId} and done_at is null and (held_until is null or held_until < now())
        and not exists (select 1 from chat_updates e
          where e.bot_id = w.bot_id and e.chat_id = w.chat_id and e.update_id < w.update_id and e.done_at is null)
      order by update_id limit ${limit} for update skip locked
    )
    update chat_updates c set held_until = now() + make_interval(secs => ${holdSeconds}), attempts = attempts + 1
    from free where c.bot_id = ${botId} and c.update_id = free.update_id
    returning c.update_id, c.chat_id, c.body, c.received_at, c.attempts, c.sent, c.outcome`;
  return [...rows];
}

/** Renews claims; those that expired and were taken by another worker stay there. */
export async function renewClaims(
  db: Db,
  botId: number,
  claimed: Pick<ChatUpdate, 'updateId' | 'attempts'>[],
  holdSeconds: number,
): Promise<void> {
  if (claimed.length === 0) return;
  await db.writes`
    update chat_updates c set held_until = now() + make_interval(secs => ${holdSeconds})
    from unnest(${claimed.map((update) => update.updateId)}::bigint[], ${claimed.map((update) => update.attempts)}::int[]) h(id, attempts)
    where c.bot_id = ${botId} and c.update_id = h.id and c.attempts = h.attempts and c.done_at is null`;
}

/** Keeps a command's answer before it is sent: another attempt sends the same and decides nothing. */
export async function keepOutcome(db: Db, botId: number, updateId: number, outcome: unknown): Promise<void> {
  await db.writes`
    update chat_updates set outcome = ${JSON.stringify(outcome)}::text::json
    where bot_id = ${botId} and update_id = ${updateId} and outcome is null`;
}

/** Answered or dropped: the id is kept for deduplication, the sent texts are deleted. */
export async function finishUpdate(db: Db, botId: number, updateId: number): Promise<void> {
  await db.writes`
    update chat_updates set done_at = now(), body = null, outcome = null
    where bot_id = ${botId} and update_id = ${updateId} and done_at is null`;
}

/** Retries after so many seconds, without what has been sent already. */
export async function postponeUpdate(
  db: Db,
  botId: number,
  { updateId, attempts, sent }: Pick<ChatUpdate, 'updateId' | 'attempts' | 'sent'>,
  seconds: number,
): Promise<void> {
  await db.writes`
    update chat_updates set held_until = now() + make_interval(secs => ${seconds}), sent = ${sent}
    where bot_id = ${botId} and update_id = ${updateId} and attempts = ${attempts} and done_at is null`;
}

/** The chat of an update; updates without one share a queue. */
function chatOf(update: RawUpdate): string {
  const { message, callback_query: query } = update as {
    message?: { chat?: { id?: unknown } };
    callback_query?: { from?: { id?: unknown }; message?: { chat?: { id?: unknown } } };
  };
  return String(message?.chat?.id ?? query?.message?.chat?.id ?? query?.from?.id ?? '');
}
