import type { Db } from '../connection/open.ts';

/**
 * Hold the bot for `seconds` more: whoever holds it talks to Telegram's queue of updates. A row with an end
 * rather than a lock, because a lock lives as long as its connection seems to, also when that has fallen silent.
 * @param holder names the worker, differently at every start
 * @returns false: somebody else holds it
 */
export async function holdBot(db: Db, botId: number, holder: string, seconds: number): Promise<boolean> {
  const held = await db.writes`
    insert into chat_bots as b (bot_id, holder, held_until)
    values (${botId}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (bot_id) do update set holder = excluded.holder, held_until = excluded.held_until
    where b.holder is null or b.holder = excluded.holder or b.held_until < now()`;
  return held.count === 1;
}

/** Let another worker have it at once. */
export async function letBotGo(db: Db, botId: number, holder: string): Promise<void> {
  await db.writes`update chat_bots set holder = null where bot_id = ${botId} and holder = ${holder}`;
}

/** Its name as Telegram says it, without the @. */
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
