import { deliveryDays } from '../../../machines/webhook/webhook.ts';
import type { Db } from '../../connection/open.ts';
import { forgetGoneViewers } from '../../feed/viewers.ts';
import { idleHours } from '../../reads/people/session.ts';

/** Contract §3: the same Idempotency-Key answers as the first time did within this. */
const keyHours = 24;

/** What was kept of a month that nobody has asked for since is counted again when somebody does. */
const reportDays = 90;

/** Who signed in and what administrators changed can be looked up for this long. */
const auditYears = 2;

/**
 * Delete what is over: kept answers a day old, sessions expired or idle too long, who was looking, what was
 * sent to the bot, old login counts, generations of reports a day old, reports kept for nobody, what webhooks
 * were sent a month ago, and the audit log of long ago.
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
  await db.sql`delete from report_runs where created_at < now() - interval '1 day' and waited_until < now()`;
  await db.sql`delete from report_results where used_at < now() - make_interval(days => ${reportDays})`;
  await pruneDeliveries(db);
  await db.sql`delete from audit_log where at < now() - make_interval(years => ${auditYears})`;
  return { keys: keys.count, sessions: sessions.count };
}

/** A part at a time, within the time that a statement has; and the webhooks that were deleted, once their log is gone. */
async function pruneDeliveries({ sql }: Db): Promise<void> {
  for (;;) {
    const gone = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where ended_at < now() - make_interval(days => ${deliveryDays}) limit 2000)`;
    if (gone.count < 2_000) break;
  }
  await sql`
    delete from webhooks w where deleted_at < now() - make_interval(days => ${deliveryDays})
      and not exists (select 1 from webhook_deliveries where webhook_id = w.id)`;
}
