import { randomBytes } from 'node:crypto';
import type { Keys } from './keys.ts';

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const sealWebhookSecret = (keys: Pick<Keys, 'seal'>, webhookId: number, secret: string): Buffer =>
  keys.seal(placeOf(webhookId), secret);
export const unsealWebhookSecret = (
  keys: Pick<Keys, 'unseal'>,
  webhookId: number,
  sealed: Uint8Array,
): string | null => keys.unseal(placeOf(webhookId), sealed);

const placeOf = (webhookId: number) => `webhook.${webhookId}`;
