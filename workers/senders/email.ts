import { createHash } from 'node:crypto';
import { createTransport, type SentMessageInfo } from 'nodemailer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { bodyOf, DEFAULT_TIMEOUT_MS, type Outcome, type Sender } from './sender.ts';

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/**
 * Sends by SMTP, each message on its own connection. `to` is one bare address. The Message-ID is derived from
 * the message's key: a repeat carries the same one, and mail programs drop it.
 * @param settings.smtpUrl smtp:// or smtps://, with user and password
 * @param settings.from 'Name <address>' or an address
 */
export function makeEmailSender(settings: { smtpUrl: string; from: string }): Sender {
  return {
    channel: 'email',
    async send(message, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) {
      // The server may act on the message only once it has all of it, the final dot included.
      let handedOver = false;
      const transport = createTransport({
        url: settings.smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
        // a timed-out attempt must be closed: it could still deliver after it was recorded as a retry
        ...{ socketCloseTimeout: 0 },
      });
      transport.use('stream', (mail, done) => {
        onReadToTheEnd(mail.message, () => {
          handedOver = true;
        });
        done();
      });
      try {
        const info: SentMessageInfo = await transport.sendMail({
          from: settings.from,
          to: { name: '', address: message.to },
          subject: message.subject,
          text: bodyOf(message),
          messageId: messageIdOf(message.key, settings.from),
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...{ signal: AbortSignal.timeout(timeoutMs) },
        });
        return { kind: 'sent', reference: info.messageId };
      } catch (error) {
        return outcomeOf(error as SmtpError, handedOver);
      }
    },
  };
}

/** The same key gives the same id, and reveals nothing of the key. */
export function messageIdOf(key: string, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
}

function outcomeOf(
  { code, command, responseCode, message: reason }: SmtpError,
  handedOver: boolean,
): Outcome {
  const retry: Outcome = { kind: 'retry', afterSeconds: null, reason };
  if (!responseCode) {
    if (handedOver) return { kind: 'unknown', reason };
    return code === 'EENVELOPE' || code === 'EMESSAGE' ? { kind: 'rejected', reason } : retry;
  }
  // our own credentials are refused: the message waits until they are corrected
  if (code === 'EAUTH' || responseCode < 500) return retry;
  // 5.7.x is a policy against us, not a missing mailbox
  const missing = responseCode === 550 && command === 'RCPT TO' && !/\b5\.7\.\d+/.test(reason);
  return { kind: missing ? 'gone' : 'rejected', reason };
}

function onReadToTheEnd(node: MimeNode, done: () => void): void {
  const create = node.createReadStream.bind(node);
  node.createReadStream = (options) => create(options).once('end', done);
}
