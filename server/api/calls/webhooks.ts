import { z } from 'zod';
import { elevenDigits, id, optional, wholeNumber } from '../../../db/commands/input.ts';
import { findDelivery, listDeliveries } from '../../../db/reads/webhooks/deliveries.ts';
import { findWebhook, listWebhookChanges, listWebhooks } from '../../../db/reads/webhooks/webhooks.ts';
import { webhookEvents } from '../../../machines/events.ts';
import { deliveryStates, pingType } from '../../../machines/webhook/webhook.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { presentSettingEvent } from '../answers/present-setting.ts';
import { presentDelivery, presentDeliveryDetail, presentWebhook } from '../answers/present-webhook.ts';
import { settingHistoryAnswer } from '../answers/setting.ts';
import {
  webhooksAnswer,
  webhooksDeleteAnswer,
  webhooksDeliveriesAnswer,
  webhooksDeliveryAnswer,
  webhooksEditAnswer,
  webhooksGetAnswer,
  webhooksResendAnswer,
  webhooksRotateSecretAnswer,
  webhooksTestAnswer,
} from '../answers/webhook.ts';
import { act, ask, type Call, nothing } from '../call.ts';

const permission = 'can_manage_webhooks';
const deliveryNumber = wholeNumber(Number.MAX_SAFE_INTEGER);
const deliveryType = z.enum([...webhookEvents, pingType]);

/**
 * Outgoing webhooks (docs/integration/webhooks.md). One that reaches an operation that is not the asker's is not there for
 * them: 404, as an unknown one.
 */
export const webhookCalls: Record<string, Call> = {
  webhooks: ask(
    {
      does: 'The webhooks whose operations are all the asker’s.',
      reach: 'operations',
      input: nothing,
      answer: webhooksAnswer,
      permission,
    },
    async ({ db, actor, now }) => (await listWebhooks(db, actor)).map((one) => presentWebhook(one, now)),
  ),
  'webhooks/get': ask(
    {
      does: 'One webhook.',
      reach: 'operations',
      input: z.object({ id }),
      answer: webhooksGetAnswer,
      permission,
    },
    async ({ db, actor, now }, input) => {
      const found = await findWebhook(db, actor, input.id);
      return found ? presentWebhook(found, now) : refuse('webhook-unknown');
    },
  ),
  'webhooks/edit': act('editWebhook', {
    does: 'Makes a webhook (`id` null, which answers its secret), or changes one.',
    reach: 'operations',
    answer: webhooksEditAnswer,
  }),
  'webhooks/delete': act('deleteWebhook', {
    does: 'Deletes a webhook.',
    reach: 'operations',
    answer: webhooksDeleteAnswer,
  }),
  'webhooks/rotate_secret': act('rotateWebhookSecret', {
    does: 'Makes a new secret; the old one signs beside it for a day.',
    reach: 'operations',
    answer: webhooksRotateSecretAnswer,
  }),
  'webhooks/test': act('testWebhook', {
    does: 'Sends a ping the way every event goes.',
    reach: 'operations',
    costly: true,
    answer: webhooksTestAnswer,
  }),
  'webhooks/deliveries': ask(
    {
      does: 'What was sent, newest first, by pages.',
      reach: 'operations',
      input: z.object({
        id,
        state: optional(z.enum(deliveryStates)),
        type: optional(deliveryType),
        ot_number: optional(elevenDigits),
        before: optional(deliveryNumber),
      }),
      answer: webhooksDeliveriesAnswer,
      permission,
    },
    async ({ db, actor }, { id: webhookId, state, type, ot_number: orderNumber, before }) => {
      if (!(await findWebhook(db, actor, webhookId))) return refuse('webhook-unknown');
      const page = await listDeliveries(db, actor, webhookId, { state, type, orderNumber }, before);
      return { deliveries: page.deliveries.map(presentDelivery), more: page.more };
    },
  ),
  'webhooks/delivery': ask(
    {
      does: 'One delivery with its body and its tries.',
      reach: 'operations',
      input: z.object({ id, delivery_id: deliveryNumber }),
      answer: webhooksDeliveryAnswer,
      permission,
    },
    async ({ db, actor }, input) => {
      const found = await findDelivery(db, actor, input.id, input.delivery_id);
      return found ? presentDeliveryDetail(found) : refuse('delivery-unknown');
    },
  ),
  'webhooks/history': ask(
    {
      does: 'Who changed the webhook, newest first.',
      reach: 'operations',
      input: z.object({ id }),
      answer: settingHistoryAnswer,
      permission,
    },
    async ({ db, actor }, input) => {
      const found = await findWebhook(db, actor, input.id);
      if (!found) return refuse('webhook-unknown');
      return (await listWebhookChanges(db, actor, found)).map(presentSettingEvent);
    },
  ),
  'webhooks/resend': act('resendDeliveries', {
    does: 'Sends one delivery again, or what is lost, up to 500.',
    reach: 'operations',
    answer: webhooksResendAnswer,
  }),
};
