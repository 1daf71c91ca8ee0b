import { Api, GrammyError, HttpError } from 'grammy';
import { jsonOf, PostError, post } from './post.ts';
import { bodyOf, DEFAULT_TIMEOUT_MS, type Outcome, type Sender } from './sender.ts';

export type TelegramSender = Sender & {
  channel: 'telegram';
  /** Whether the bot can see that chat (the spec's 'El numero identificador no existe.'); 'unknown' if it cannot be asked now. */
  chatExists(chatId: string, options?: { timeoutMs?: number }): Promise<'yes' | 'no' | 'unknown'>;
};

type ClientOptions = NonNullable<ConstructorParameters<typeof Api>[1]>;
type ApiSignal = Parameters<Api['getChat']>[1];

/**
 * Sends by the Telegram Bot API. `to` is a chat id.
 * @param settings.apiRoot e.g. https://api.telegram.org, or the emulator's address in tests
 */
export function makeTelegramSender(settings: { token: string; apiRoot: string }): TelegramSender {
  const api = new Api(settings.token, {
    apiRoot: settings.apiRoot.replace(/\/+$/, ''),
    fetch: fetchByPost as unknown as ClientOptions['fetch'],
  });
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

function outcomeOf(error: unknown): Outcome {
  if (error instanceof HttpError && error.error instanceof PostError) {
    const { reached, message: reason } = error.error;
    return reached ? { kind: 'unknown', reason } : { kind: 'retry', afterSeconds: null, reason };
  }
  if (!(error instanceof GrammyError)) throw error;
  const { error_code: code, description, parameters } = error;
  const reason = `${code} ${description}`;
  if (code === 429) return { kind: 'retry', afterSeconds: parameters.retry_after ?? null, reason };
  if (code === 403 || isChatNotFound(error)) return { kind: 'gone', reason };
  // a wrong token (401, or 404 when malformed) is our own mistake: the message waits until it is put right
  if (code === 401 || code === 404) return { kind: 'retry', afterSeconds: null, reason };
  // a gateway that stopped waiting does not know what became of the request
  if (code === 504) return { kind: 'unknown', reason };
  if (code >= 500) return { kind: 'retry', afterSeconds: null, reason };
  if (code >= 400) return { kind: 'rejected', reason };
  return { kind: 'unknown', reason };
}

function isChatNotFound(error: GrammyError): boolean {
  return error.error_code === 400 && /chat not found/i.test(error.description);
}

/** grammY parses every answer as JSON; a proxy's HTML page becomes an API error with its status. */
async function fetchByPost(
  url: string,
  init: { headers: Record<string, string>; body: string; signal: AbortSignal },
) {
  const answer = await post(url, init);
  const json = jsonOf(answer.body) ?? {
    ok: false,
    error_code: answer.status,
    description: 'not a JSON answer',
  };
  return { json: async () => json };
}
