import { randomBytes } from 'node:crypto';
import { seal, unseal } from './seal.ts';

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A webhook's secret as the record keeps it, and back. */
export const sealWebhookSecret = (linkSecret: string, webhookId: number, secret: string): Buffer =>
  seal(linkSecret, placeOf(webhookId), secret);
export const unsealWebhookSecret = (
  linkSecret: string,
  webhookId: number,
  sealed: Uint8Array,
): string | null => unseal(linkSecret, placeOf(webhookId), sealed);

const placeOf = (webhookId: number) => `webhook.${webhookId}`;
