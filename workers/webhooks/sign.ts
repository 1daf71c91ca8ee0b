import { Webhook } from 'standardwebhooks';

/**
 * The headers of Standard Webhooks: id, time of this attempt in seconds, and one HMAC-SHA256 signature per
 * valid secret, the newest first.
 */
export function sign(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
