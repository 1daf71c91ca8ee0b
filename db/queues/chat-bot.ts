import type { Db } from '../connection/open.ts';

/**
 * Takes or renews the lease of a bot for `seconds`; its holder fetches Telegram's updates. A row with an
 * expiry rather than a lock: a lock lives as long as its connection, also a silently dropped one.
 * @param holder identifies the worker, differently at every start
 * @returns false: held by another worker
 */
export async function leaseBot(db: Db, botId: number, holder: string, seconds: number): Promise<boolean> {
  const rows = await db.writes`
    insert into chat_bots as b (bot_id, holder, held_until)
    values (${botId}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (bot_id) do update set holder = excluded.holder, held_until = excluded.held_until
    where b.holder is null or b.holder = excluded.holder or b.held_until < now()`;
  return rows.count === 1;
}

/** Ends the lease at once. */
export async function endBotLease(db: Db, botId: number, holder: string): Promise<void> {
  await db.writes`update chat_bots set holder = null where bot_id = ${botId} and holder = ${holder}`;
}

/** Its username at Telegram, without the @. */
export async function nameBot(db: Db, botId: number, username: string): Promise<void> {
  await db.writes`
    insert into chat_bots (bot_id, username) values (${botId}, ${username})
    on conflict (bot_id) do update set username = excluded.username`;
}

/** The bot's name; undefined: no worker has reached Telegram with this token yet. */
export async function findBotName(db: Db, botId: number): Promise<string | undefined> {
  const [row] = await db.sql<{ username: string | null }[]>`
    select username from chat_bots where bot_id = ${botId}`;
  return row?.username ?? undefined;
}
