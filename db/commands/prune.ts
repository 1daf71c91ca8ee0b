import type { Db } from '../open.ts';
import { idleHours } from '../reads/session.ts';
import { forgetGoneViewers } from '../viewers.ts';

/** Contract §3: the same Idempotency-Key answers as the first time did within this. */
const keyHours = 24;

/**
 * Delete what is over: kept answers a day old, sessions expired or idle too long, who was looking, what was
 * sent to the bot, and old login counts.
 */
export async function prune(db: Db): Promise<{ keys: number; sessions: number }> {
  const keys = await db.sql`
    delete from idempotency_keys where created_at < now() - make_interval(hours => ${keyHours})`;
  const sessions = await db.sql`
    delete from sessions where expires_at < now()
      or (kind <> 'integration' and last_seen_at < now() - make_interval(hours => ${idleHours}))`;
  await forgetGoneViewers(db);
  // Telegram delivers again for a day at most; what was asked so long ago is not answered any more.
  await db.sql`delete from chat_updates where received_at < now() - interval '2 days'`;
  await db.sql`delete from chat_questions where asked_at < now() - interval '2 days'`;
  await db.sql`delete from chat_link_codes where expires_at < now() - interval '2 days'`;
  await db.sql`delete from login_attempts where expire < extract(epoch from now()) * 1000`;
  return { keys: keys.count, sessions: sessions.count };
}
