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
import { act, type Call, reading } from '../call.ts';

/**
 * Outgoing webhooks (docs/integration/webhooks.md). One that reaches an operation that is not the asker's is not there for
 * them: 404, as an unknown one.
 */
export const webhookCalls: Record<string, Call> = {
  webhooks: reading(
    'webhooks',
    { does: 'The webhooks whose operations are all the asker’s.', answer: webhooksAnswer },
    (webhooks, _input, { now }) => webhooks.map((webhook) => presentWebhook(webhook, now)),
  ),
  'webhooks/get': reading(
    'webhook',
    { does: 'One webhook.', answer: webhooksGetAnswer },
    (webhook, _input, { now }) => presentWebhook(webhook, now),
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
  'webhooks/deliveries': reading(
    'deliveries',
    { does: 'What was sent, newest first, by pages.', answer: webhooksDeliveriesAnswer },
    ({ deliveries, more }) => ({ deliveries: deliveries.map(presentDelivery), more }),
  ),
  'webhooks/delivery': reading(
    'delivery',
    { does: 'One delivery with its body and its tries.', answer: webhooksDeliveryAnswer },
    presentDeliveryDetail,
  ),
  'webhooks/history': reading(
    'webhookHistory',
    { does: 'Who changed the webhook, newest first.', answer: settingHistoryAnswer },
    (events) => events.map(presentSettingEvent),
  ),
  'webhooks/resend': act('resendDeliveries', {
    does: 'Sends one delivery again, or what is lost, up to 500.',
    reach: 'operations',
    answer: webhooksResendAnswer,
  }),
};
