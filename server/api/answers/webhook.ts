import { z } from 'zod';
import { deliveryStates, webhookHealths } from '../../../machines/webhook/webhook.ts';
import { instant } from './shapes.ts';

/** What a webhook is, and how it fares. */
const webhook = z
  .strictObject({
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
  })
  .meta({ id: 'Webhook' });

const deliveryFields = {
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
};

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
  deliveries: z.array(z.strictObject(deliveryFields).meta({ id: 'Delivery' })),
  /** There are older ones: ask with `before`, the last `delivery_id` of these. */
  more: z.boolean(),
});
export const webhooksDeliveryAnswer = z.strictObject({
  ...deliveryFields,
  body: z.string().nullable(),
  attempts_log: z.array(attempt),
});
/** `left`: what is still lost, beyond the 500 of one call. */
export const webhooksResendAnswer = z.strictObject({ id: z.int(), resent: z.int(), left: z.int() });
