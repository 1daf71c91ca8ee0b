import { Api, GrammyError } from 'grammy';
import { bodyOf, DEFAULT_TIMEOUT_MS, type Sender } from './sender.ts';
import { clientOptions, isChatNotFound, outcomeOf } from './telegram-client.ts';

export type TelegramSender = Sender & {
  channel: 'telegram';
  /**
   * Whether the bot can see that chat (the spec's 'El numero identificador no existe.'); 'unknown' if it
   * cannot be checked now.
   */
  chatExists(chatId: string, options?: { timeoutMs?: number }): Promise<'yes' | 'no' | 'unknown'>;
};

type ApiSignal = Parameters<Api['getChat']>[1];

/**
 * Sends by the Telegram Bot API. `to` is a chat id.
 * @param settings.apiRoot e.g. https://api.telegram.org, or the emulator's address in tests
 */
export function makeTelegramSender(settings: { token: string; apiRoot: string }): TelegramSender {
  const api = new Api(settings.token, clientOptions(settings.apiRoot));
  const within = (ms: number) => AbortSignal.timeout(ms) as unknown as ApiSignal;

  return {
    channel: 'telegram',
    async send(message, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) {
      try {
        const sent = await api.sendMessage(
          message.to,
          bodyOf(message),
          // no parse_mode: plain text. No preview: Telegram's crawler would open the customer's private link.
          { link_preview_options: { is_disabled: true } },
          within(timeoutMs),
        );
        return { kind: 'sent', reference: String(sent.message_id) };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async chatExists(chatId, { timeoutMs = 5_000 } = {}) {
      try {
        await api.getChat(chatId, within(timeoutMs));
        return 'yes';
      } catch (error) {
        return error instanceof GrammyError && isChatNotFound(error) ? 'no' : 'unknown';
      }
    },
  };
}
