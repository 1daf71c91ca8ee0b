import { editWebhook } from '../../../db/commands/webhooks/edit-webhook.ts';
import type { Db } from '../../../db/connection/open.ts';
import { notifyWebhooks } from '../../../db/queues/webhook-deliveries.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import { seal } from '../../../db/secrets/seal.ts';
import { type Actor, everyPermission } from '../../../machines/access/permissions.ts';
import { webhookEvents } from '../../../machines/events.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export const linkSecret = 'w'.repeat(32);
export const keys = openKeys({ secret: linkSecret, publicUrl: 'https://agenda.example' });

/** A user who manages webhooks of these operations. */
export const managerOf = (...operations: string[]): Actor => ({
  ...{ userId: 0, username: 'jefe', fullName: 'Ana Paz', technicianId: null, operations },
  permissions: everyPermission,
});

export const contextOf = (db: Db, ...operations: string[]) => ({
  db,
  actor: managerOf(...operations),
  keys,
  privateWebhooks: true,
});

/** A webhook of an operation, to a receiver that trusts it from now on. */
export async function addWebhook(
  db: Db,
  operation: string,
  receiver: Pick<WebhookReceiver, 'url' | 'trust'>,
  options: { events?: string[]; url?: string; name?: string } = {},
): Promise<{ id: number; secret: string }> {
  const made = await editWebhook(contextOf(db, operation), {
    name: options.name ?? 'Sistema comercial',
    url: options.url ?? receiver.url,
    events: options.events ?? webhookEvents,
    operations: [operation],
  });
  if (isRefusal(made)) throw new Error(made.text);
  receiver.trust(made.secret!);
  return { id: made.id, secret: made.secret! };
}

/** A delivery's row as it stands. */
export async function deliveriesOf(db: Db, webhookId: number) {
  return [
    ...(await db.sql<
      {
        id: number;
        state: string;
        type: string;
        tries: number;
        attempts: number;
        status: number | null;
        problem: string | null;
        waitMs: number;
      }[]
    >`
      select id, state, type, tries, attempts, last_status as status, last_problem as problem,
        (extract(epoch from not_before - now()) * 1000)::float8 as wait_ms
      from webhook_deliveries where webhook_id = ${webhookId} order by version, id`),
  ];
}

/** Time passes: what waits for its next try is due now. */
export async function passTime(db: Db, webhookId: number): Promise<void> {
  await db.sql`
    update webhook_deliveries set not_before = now() - interval '1 second'
    where webhook_id = ${webhookId} and state = 'waiting'`;
  await notifyWebhooks(db.sql);
}

/** The secret of a webhook is sealed under another installation's secret, as after a wrong restore. */
export const spoilSecret = (db: Db, id: number) => db.sql`
  update webhooks set secret = ${seal('another secret of 32 characters!', `webhook.${id}`, 'whsec_AAAA')} where id = ${id}`;
