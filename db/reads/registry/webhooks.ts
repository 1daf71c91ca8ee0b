import { z } from 'zod';
import { webhookEvents } from '../../../machines/events.ts';
import { deliveryStates, pingType } from '../../../machines/webhook/webhook.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { elevenDigits, id, optional, wholeNumber } from '../../commands/input.ts';
import { findDelivery, listDeliveries } from '../webhooks/deliveries.ts';
import { findWebhook, listWebhookChanges, listWebhooks } from '../webhooks/webhooks.ts';
import { apiRead, nothing } from './row.ts';

const ofManagers = { permission: 'can_manage_webhooks', reach: 'operations' } as const;
const deliveryNumber = wholeNumber(Number.MAX_SAFE_INTEGER);

/** Outgoing webhooks: one that reaches an operation that is not the asker's does not exist for them. */
export const webhookReads = {
  webhooks: apiRead({ ...ofManagers, input: nothing, run: ({ db, actor }) => listWebhooks(db, actor) }),
  webhook: apiRead({
    ...ofManagers,
    input: z.object({ id }),
    run: async ({ db, actor }, { id }) => (await findWebhook(db, actor, id)) ?? refuse('webhook-unknown'),
  }),
  webhookHistory: apiRead({
    ...ofManagers,
    input: z.object({ id }),
    run: async ({ db, actor }, { id }) => {
      const webhook = await findWebhook(db, actor, id);
      return webhook ? listWebhookChanges(db, actor, webhook) : refuse('webhook-unknown');
    },
  }),
  deliveries: apiRead({
    ...ofManagers,
    input: z.object({
      id,
      state: optional(z.enum(deliveryStates)),
      type: optional(z.enum([...webhookEvents, pingType])),
      ot_number: optional(elevenDigits),
      before: optional(deliveryNumber),
    }),
    run: async ({ db, actor }, { id, state, type, ot_number, before }) =>
      (await findWebhook(db, actor, id))
        ? listDeliveries(db, actor, id, { state, type, orderNumber: ot_number }, before)
        : refuse('webhook-unknown'),
  }),
  delivery: apiRead({
    ...ofManagers,
    input: z.object({ id, delivery_id: deliveryNumber }),
    run: async ({ db, actor }, { id, delivery_id }) =>
      (await findDelivery(db, actor, id, delivery_id)) ?? refuse('delivery-unknown'),
  }),
};
