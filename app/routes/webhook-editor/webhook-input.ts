import type { Operation } from '../../../db/reads/settings/operation.ts';
import type { WebhookHealth } from '../../../machines/webhook/webhook.ts';

export type Fields = {
  name: string;
  url: string;
  events: string[];
  operations: string[];
  enabled: boolean;
};

export type ShownWebhook = Fields & {
  id: number;
  version: number;
  health: WebhookHealth;
  failingSince: Date | string | null;
  oldSecretUntil: Date | string | null;
};

/** What the form begins with; of a new one, the only operation there is. */
export const fieldsOf = (webhook: ShownWebhook | null, operations: Operation[]): Fields => {
  if (!webhook) {
    const only = operations.length === 1 ? operations.map(({ code }) => code) : [];
    return { name: '', url: '', events: ['order.fulfilled'], operations: only, enabled: true };
  }
  const { name, url, events, operations: chosen, enabled } = webhook;
  return { name, url, events, operations: chosen, enabled };
};
