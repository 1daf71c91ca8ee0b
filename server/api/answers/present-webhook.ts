import type { DeliveryAttempt, DeliveryDetail, DeliveryLine } from '../../../db/reads/webhooks/deliveries.ts';
import type { Webhook } from '../../../db/reads/webhooks/webhooks.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { webhookHealth } from '../../../machines/webhook/webhook.ts';

const moment = (at: Date | null) => at && isoWithOffset(at);

/** A webhook by the API's names; its secret is answered where it is made, and nowhere else. */
export const presentWebhook = (webhook: Webhook, now: Date) => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  operations: webhook.operations,
  enabled: webhook.enabled,
  version: webhook.version,
  health: webhookHealth(webhook, now),
  failing_since: moment(webhook.failingSince),
  last_delivered: moment(webhook.lastTakenAt),
  old_secret_until: moment(webhook.oldSecretUntil),
  waiting: webhook.waiting,
  lost: webhook.lost,
  created_by: webhook.createdBy,
  date_created: isoWithOffset(webhook.createdAt),
});

export const presentDelivery = (delivery: DeliveryLine) => ({
  delivery_id: delivery.id,
  type: delivery.type,
  operation: delivery.operation,
  version: delivery.version,
  visit_id: delivery.visitId,
  ot_number: delivery.orderNumber,
  state: delivery.state,
  attempts: delivery.attempts,
  last_status: delivery.lastStatus,
  last_problem: delivery.lastProblem,
  date_created: isoWithOffset(delivery.createdAt),
  next_attempt: moment(delivery.nextAt),
  date_ended: moment(delivery.endedAt),
});

export const presentDeliveryDetail = (delivery: DeliveryDetail) => ({
  ...presentDelivery(delivery),
  body: delivery.body,
  attempts_log: delivery.attemptsLog.map(presentAttempt),
});

const presentAttempt = (attempt: DeliveryAttempt) => ({
  number: attempt.number,
  date: isoWithOffset(attempt.at),
  duration_ms: attempt.durationMs,
  status: attempt.status,
  problem: attempt.problem,
  answer: attempt.answer,
});
