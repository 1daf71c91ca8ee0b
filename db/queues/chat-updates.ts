import type { Db } from '../connection/open.ts';

/** OperationVersions when the front door has kept an update: a worker takes it at once rather than at its next look. */
export const chatChannel = 'agenda_chat';

/** Where Telegram delivers, under PUBLIC_URL. */
export const chatWebhookPath = '/telegram/webhook';

/** A bot's number, which is no secret: what stands before the colon of its token. */
export const botIdOf = (token: string): number => Number(token.split(':')[0]);

/** An update of the Bot API, as far as it matters to whoever keeps it. */
export type RawUpdate = { update_id: number } & Record<string, unknown>;

export type ChatUpdate = {
  updateId: number;
  chatId: string;
  body: RawUpdate;
  receivedAt: Date;
  /** The how-manieth attempt this is, from 1. */
  attempts: number;
  sent: number;
  outcome: unknown;
  /** This attempt was given up: whatever of it still runs says nothing more. */
  over?: boolean;
};

/**
 * Keep updates before Telegram is told that they arrived. What is here already stays as it is: Telegram
 * delivers again whatever it does not know to have arrived, and a second poller may have fetched the same.
 * @returns how many are new
 */
export async function keepUpdates(db: Db, botId: number, updates: RawUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  const kept = await db.writes`
    insert into chat_updates (bot_id, update_id, chat_id, body)
    select ${botId}::bigint, u.id, u.chat, u.body::json
    from unnest(${updates.map((one) => one.update_id)}::bigint[], ${updates.map(chatOf)}::text[],
      ${updates.map((one) => JSON.stringify(one))}::text[]) u(id, chat, body)
    on conflict do nothing`;
  return kept.count;
}

/** Tell the workers; a ring that is lost is covered by their next look. */
export const notifyChat = (db: Db): void => {
  db.writes`select pg_notify(${chatChannel}, '')`.catch(() => {});
};

/**
 * Claim the oldest waiting updates for `holdSeconds`, of each chat one: a person's presses act in the order
 * they were made. Two workers never hold the same one, and what a dead worker held is free when its claim lapses.
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

/** Whoever is still at work keeps its claims; those that lapsed meanwhile and went to another are not taken back. */
export async function renewClaims(
  db: Db,
  botId: number,
  held: Pick<ChatUpdate, 'updateId' | 'attempts'>[],
  holdSeconds: number,
): Promise<void> {
  if (held.length === 0) return;
  await db.writes`
    update chat_updates c set held_until = now() + make_interval(secs => ${holdSeconds})
    from unnest(${held.map((one) => one.updateId)}::bigint[], ${held.map((one) => one.attempts)}::int[]) h(id, attempts)
    where c.bot_id = ${botId} and c.update_id = h.id and c.attempts = h.attempts and c.done_at is null`;
}

/** What the command answered, kept before anybody is told: another attempt tells the same and decides nothing. */
export async function keepOutcome(db: Db, botId: number, updateId: number, outcome: unknown): Promise<void> {
  await db.writes`
    update chat_updates set outcome = ${JSON.stringify(outcome)}::text::json
    where bot_id = ${botId} and update_id = ${updateId} and outcome is null`;
}

/** Answered, or given up: its number stays, so that it is known when it comes again; what was said is forgotten. */
export async function finishUpdate(db: Db, botId: number, updateId: number): Promise<void> {
  await db.writes`
    update chat_updates set done_at = now(), body = null, outcome = null
    where bot_id = ${botId} and update_id = ${updateId} and done_at is null`;
}

/** Again in so many seconds, without what has been said already. */
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

/** The chat that an update belongs to; those that belong to none stand in one line. */
function chatOf(update: RawUpdate): string {
  const { message, callback_query: query } = update as {
    message?: { chat?: { id?: unknown } };
    callback_query?: { from?: { id?: unknown }; message?: { chat?: { id?: unknown } } };
  };
  return String(message?.chat?.id ?? query?.message?.chat?.id ?? query?.from?.id ?? '');
}
