import { type Answer, jsonOf, PostError, post } from './post.ts';
import { bodyOf, DEFAULT_TIMEOUT_MS, type Message, type Outcome, type Sender } from './sender.ts';

/** Rate limits: application, business account, throughput, spam, pair of numbers. */
const LIMITED = new Set([4, 80007, 130429, 131048, 131056]);
/** 131026: cannot receive (not on WhatsApp, old version); 131030: not among the allowed test numbers. */
const UNREACHABLE = new Set([131026, 131030]);
/** Token expired or revoked, permission missing, account locked: configuration errors, so the message waits. */
const OURS = new Set([0, 3, 10, 190, 131005, 131031]);

/**
 * Sends by WhatsApp's Cloud API. `to` is an E.164 number.
 * Codes: developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 * @param settings.apiRoot with the version, e.g. https://graph.facebook.com/v21.0
 */
export function makeWhatsappSender(settings: { token: string; phoneId: string; apiRoot: string }): Sender {
  const url = `${settings.apiRoot.replace(/\/+$/, '')}/${settings.phoneId}/messages`;
  const headers = { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' };
  return {
    channel: 'whatsapp',
    async send(message, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return outcomeOf(await post(url, { headers, body: JSON.stringify(payloadOf(message)), signal }));
      } catch (error) {
        if (!(error instanceof PostError)) throw error;
        const reason = error.message;
        return error.reached ? { kind: 'unknown', reason } : { kind: 'retry', afterSeconds: null, reason };
      }
    },
  };
}

function payloadOf(message: Message) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.to,
    type: 'text',
    text: { preview_url: false, body: bodyOf(message) },
    // comes back in the delivery reports, so that a repeat can be recognised there
    biz_opaque_callback_data: message.key,
  };
}

function outcomeOf({ status, headers, body }: Answer): Outcome {
  const json = jsonOf(body) as Success & Failure;
  if (status >= 200 && status < 300) {
    const reference = json?.messages?.[0]?.id;
    return reference
      ? { kind: 'sent', reference }
      : { kind: 'unknown', reason: `${status} without a message id` };
  }
  const code = json?.error?.code ?? null;
  const reason = [status, code, json?.error?.message].filter((part) => part != null).join(' ');
  const after = Number(headers['retry-after']);
  const retry: Outcome = { kind: 'retry', afterSeconds: after > 0 ? after : null, reason };
  if (status === 429 || (code !== null && LIMITED.has(code))) return retry;
  if (code !== null && UNREACHABLE.has(code)) return { kind: 'gone', reason };
  if (status === 401 || (code !== null && OURS.has(code))) return retry;
  if (status === 504) return { kind: 'unknown', reason };
  if (status >= 500) return retry;
  if (status >= 400) return { kind: 'rejected', reason };
  return { kind: 'unknown', reason };
}

type Success = { messages?: { id: string }[] } | undefined;
type Failure = { error?: { code: number; message: string } } | undefined;
