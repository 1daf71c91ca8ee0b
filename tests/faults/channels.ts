import { type SmtpServer, startSmtp } from '../support/fakes/smtp-server.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { startWhatsapp, type WhatsappServer } from '../support/fakes/whatsapp-server.ts';
import { startProxy, type TcpProxy } from '../support/processes/tcp-proxy.ts';

/** The three services that carry messages, strict, each behind a network that can fail. */
export type Channels = {
  telegram: TelegramServer;
  whatsapp: WhatsappServer;
  smtp: SmtpServer;
  proxies: TcpProxy[];
  env: Record<string, string>;
  /** How often this recipient got such a text, over all channels. */
  delivered(to: string): number;
  total(): number;
  close(): Promise<void>;
};

export async function openChannels(chats: string[]): Promise<Channels> {
  const telegram = await startTelegram({ chats });
  const whatsapp = await startWhatsapp();
  const smtp = await startSmtp();
  const [far, wide, mail] = [
    await startProxy(portOf(telegram.url)),
    await startProxy(portOf(whatsapp.url)),
    await startProxy(portOf(smtp.url)),
  ];
  const behind = (address: string, proxy: TcpProxy) => {
    const url = new URL(address);
    url.port = String(proxy.port);
    return url.href.replace(/\/$/, '');
  };
  const fakes = [telegram, whatsapp, smtp];
  return {
    telegram,
    whatsapp,
    smtp,
    proxies: [far, wide, mail],
    env: {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: behind(telegram.url, far),
      WHATSAPP_TOKEN: whatsapp.token,
      WHATSAPP_PHONE_ID: whatsapp.phoneId,
      WHATSAPP_API_ROOT: behind(whatsapp.url, wide),
      SMTP_URL: behind(smtp.url, mail),
      MAIL_FROM: 'Agenda <agenda@example.com>',
    },
    delivered: (to) => fakes.reduce((all, { journal }) => all + journal.count(to), 0),
    total: () => fakes.reduce((all, { journal }) => all + journal.count(), 0),
    async close() {
      await Promise.all([
        ...[far, wide, mail].map((proxy) => proxy.close()),
        ...fakes.map((one) => one.close()),
      ]);
    },
  };
}

const portOf = (address: string) => Number(new URL(address).port);
