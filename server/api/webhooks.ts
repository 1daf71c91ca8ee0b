import { z } from 'zod';
import { elevenDigits, id, optional, wholeNumber } from '../../db/commands/input.ts';
import { deleteWebhook } from '../../db/commands/webhooks/delete-webhook.ts';
import { editWebhook } from '../../db/commands/webhooks/edit-webhook.ts';
import { resendDeliveries } from '../../db/commands/webhooks/resend-deliveries.ts';
import { rotateWebhookSecret } from '../../db/commands/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../db/commands/webhooks/test-webhook.ts';
import { findDelivery, listDeliveries } from '../../db/reads/webhook-deliveries.ts';
import { findWebhook, listWebhooks } from '../../db/reads/webhooks.ts';
import { refuse } from '../../machines/refusals.ts';
import { deliveryStates, pingType, webhookHealths } from '../../machines/webhook.ts';
import { webhookEvents } from '../../machines/webhook-body.ts';
import { act, ask, type Call, nothing } from './call.ts';
import { presentDelivery, presentDeliveryDetail, presentWebhook } from './present-webhook.ts';

const permission = 'can_manage_webhooks';
const deliveryNumber = wholeNumber(Number.MAX_SAFE_INTEGER);
const deliveryType = z.enum([...webhookEvents, pingType]);
const instant = z.string();

const webhook = z.strictObject({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  operations: z.array(z.string()),
  enabled: z.boolean(),
  version: z.int(),
  /** off, gone (its receiver answered 410), unused, well, troubled (its last tries failed), failing (for a day). */
  health: z.enum(webhookHealths),
  failing_since: instant.nullable(),
  last_delivered: instant.nullable(),
  old_secret_until: instant.nullable(),
  waiting: z.int(),
  /** Given up or cancelled; counted to 1,000. */
  lost: z.int(),
  created_by: z.string().nullable(),
  date_created: instant,
});

const delivery = z.strictObject({
  delivery_id: z.int(),
  type: z.string(),
  operation: z.string(),
  version: z.int().nullable(),
  visit_id: z.int().nullable(),
  ot_number: z.string().nullable(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  last_status: z.int().nullable(),
  last_problem: z.string().nullable(),
  date_created: instant,
  next_attempt: instant.nullable(),
  date_ended: instant.nullable(),
});

const attempt = z.strictObject({
  number: z.int(),
  date: instant,
  duration_ms: z.int().nullable(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  answer: z.string().nullable(),
});

export const webhooksAnswer = z.array(webhook);
export const webhooksGetAnswer = webhook;
/** `secret`: of a new webhook only, and as long as the Idempotency-Key is kept for a repeat of the same request. */
export const webhooksEditAnswer = z.strictObject({
  id: z.int(),
  version: z.int(),
  secret: z.string().nullable(),
});
export const webhooksDeleteAnswer = z.strictObject({});
export const webhooksRotateSecretAnswer = webhooksEditAnswer;
export const webhooksTestAnswer = z.strictObject({ id: z.int(), delivery_id: z.int() });
export const webhooksDeliveriesAnswer = z.strictObject({
  deliveries: z.array(delivery),
  /** There are older ones: ask with `before`, the last `delivery_id` of these. */
  more: z.boolean(),
});
export const webhooksDeliveryAnswer = delivery.extend({
  body: z.string().nullable(),
  attempts_log: z.array(attempt),
});
/** `left`: what is still lost, beyond the 500 of one call. */
export const webhooksResendAnswer = z.strictObject({ id: z.int(), resent: z.int(), left: z.int() });

/**
 * Outgoing webhooks (README, 'Webhooks'). One that reaches an operation that is not the asker's is not there for
 * them: 404, as an unknown one.
 */
export const webhookCalls: Record<string, Call> = {
  webhooks: ask(
    nothing,
    async ({ db, actor, now }) => (await listWebhooks(db, actor)).map((one) => presentWebhook(one, now)),
    permission,
  ),
  'webhooks/get': ask(
    z.object({ id }),
    async ({ db, actor, now }, input) => {
      const found = await findWebhook(db, actor, input.id);
      return found ? presentWebhook(found, now) : refuse('webhook-unknown');
    },
    permission,
  ),
  'webhooks/edit': act(editWebhook),
  'webhooks/delete': act(deleteWebhook),
  'webhooks/rotate_secret': act(rotateWebhookSecret),
  'webhooks/test': act(testWebhook),
  'webhooks/deliveries': ask(
    z.object({
      id,
      state: optional(z.enum(deliveryStates)),
      type: optional(deliveryType),
      ot_number: optional(elevenDigits),
      before: optional(deliveryNumber),
    }),
    async ({ db, actor }, { id: webhookId, state, type, ot_number: orderNumber, before }) => {
      if (!(await findWebhook(db, actor, webhookId))) return refuse('webhook-unknown');
      const page = await listDeliveries(db, actor, webhookId, { state, type, orderNumber }, before);
      return { deliveries: page.deliveries.map(presentDelivery), more: page.more };
    },
    permission,
  ),
  'webhooks/delivery': ask(
    z.object({ id, delivery_id: deliveryNumber }),
    async ({ db, actor }, input) => {
      const found = await findDelivery(db, actor, input.id, input.delivery_id);
      return found ? presentDeliveryDetail(found) : refuse('delivery-unknown');
    },
    permission,
  ),
  'webhooks/resend': act(resendDeliveries),
};
