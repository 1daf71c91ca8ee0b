import { deliveryDays } from '../../../machines/webhook/webhook.ts';
import type { Db } from '../../connection/open.ts';
import { deleteExpiredViewers } from '../../feed/viewers.ts';
import { idleHours } from '../../reads/people/session.ts';

/** Contract §3: how long an Idempotency-Key answers as the first time. */
const keyHours = 24;

/** Kept months without a request for this long are deleted, and counted again on request. */
const reportDays = 90;

/** Retention of the audit log. */
const auditYears = 2;

/**
 * Deletes expired data: kept answers a day old, sessions expired or idle too long, viewers, bot updates, old login
 * counts, report runs a day old, unused kept reports, pieces of photos a day old, webhook
 * deliveries a month old, and old audit entries.
 */
export async function prune(db: Db): Promise<{ keys: number; sessions: number }> {
  const keys = await db.sql`
    delete from idempotency_keys where created_at < now() - make_interval(hours => ${keyHours})`;
  const sessions = await db.sql`
    delete from sessions where expires_at < now()
      or (kind <> 'integration' and last_seen_at < now() - make_interval(hours => ${idleHours}))`;
  await deleteExpiredViewers(db);
  // Telegram redelivers for a day at most; older updates are not answered.
  await db.sql`delete from chat_updates where received_at < now() - interval '2 days'`;
  await db.sql`delete from chat_questions where asked_at < now() - interval '2 days'`;
  await db.sql`delete from chat_link_codes where expires_at < now() - interval '2 days'`;
  await db.sql`delete from login_attempts where expire < extract(epoch from now()) * 1000`;
  await db.sql`delete from report_runs where created_at < now() - interval '1 day' and waited_until < now()`;
  await db.sql`delete from report_results where used_at < now() - make_interval(days => ${reportDays})`;
  await db.sql`delete from photo_pieces where created_at < now() - interval '1 day'`;
  await pruneDeliveries(db);
  await db.sql`delete from audit_log where at < now() - make_interval(years => ${auditYears})`;
  return { keys: keys.count, sessions: sessions.count };
}

/** In batches, within the statement timeout; and deleted webhooks without a log. */
async function pruneDeliveries({ sql }: Db): Promise<void> {
  for (;;) {
    const deleted = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where ended_at < now() - make_interval(days => ${deliveryDays}) limit 2000)`;
    if (deleted.count < 2_000) break;
  }
  await sql`
    delete from webhooks w where deleted_at < now() - make_interval(days => ${deliveryDays})
      and not exists (select 1 from webhook_deliveries where webhook_id = w.id)`;
}
