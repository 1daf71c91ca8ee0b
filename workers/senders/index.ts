import { makeEmailSender } from './email.ts';
import { makeMailboxSender } from './mailbox.ts';
import type { Channel, Sender } from './sender.ts';
import { makeTelegramSender, type TelegramSender } from './telegram.ts';
import { makeWhatsappSender } from './whatsapp.ts';

export type SenderSettings = {
  telegramBotToken?: string;
  telegramApiRoot: string;
  whatsappToken?: string;
  whatsappPhoneId?: string;
  whatsappApiRoot: string;
  smtpUrl?: string;
  mailFrom?: string;
};

export type Senders = {
  /** Never empty. */
  on: Channel[];
  of(channel: Channel): Sender | undefined;
  telegram: TelegramSender | undefined;
};

/**
 * A channel is on when it is configured; with none, the development mailbox alone.
 * @throws Error naming the settings when a channel is half configured: it would lose messages silently.
 */
export function makeSenders(settings: SenderSettings): Senders {
  const { telegramBotToken, whatsappToken, whatsappPhoneId, smtpUrl, mailFrom } = settings;
  together({ whatsappToken, whatsappPhoneId });
  if (smtpUrl) together({ smtpUrl, mailFrom });

  const telegram = telegramBotToken
    ? makeTelegramSender({ token: telegramBotToken, apiRoot: settings.telegramApiRoot })
    : undefined;
  const senders: Sender[] = [];
  if (telegram) senders.push(telegram);
  if (whatsappToken && whatsappPhoneId) {
    senders.push(
      makeWhatsappSender({
        token: whatsappToken,
        phoneId: whatsappPhoneId,
        apiRoot: settings.whatsappApiRoot,
      }),
    );
  }
  if (smtpUrl && mailFrom) senders.push(makeEmailSender({ smtpUrl, from: mailFrom }));
  if (senders.length === 0) senders.push(makeMailboxSender());

  return {
    on: senders.map((sender) => sender.channel),
    of: (channel) => senders.find((sender) => sender.channel === channel),
    telegram,
  };
}

function together(pair: Record<string, string | undefined>): void {
  const names = Object.keys(pair);
  const missing = names.filter((name) => !pair[name]);
  if (missing.length > 0 && missing.length < names.length) {
    throw new Error(`${names.join(' and ')} go together: ${missing.join(', ')} is not set`);
  }
}
