/** The Bot API's answer about a chat: exists, does not exist, blocked the bot, unknown now, or no bot. */
export type ChatAnswer = 'yes' | 'no' | 'blocked' | 'unknown' | 'off';

const timeoutMs = 5_000;

/**
 * Whether the bot can see that chat (contract §6: linking asks the Bot API). Messages are sent by the workers only.
 * @param settings.token absent: this installation has no bot
 */
export function makeAskChat(settings: { token: string | undefined; apiRoot: string }) {
  return async (chatId: string): Promise<ChatAnswer> => {
    if (!settings.token) return 'off';
    try {
      const response = await fetch(`${settings.apiRoot}/bot${settings.token}/getChat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chat_id: chatId }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = (await response.json()) as { ok?: boolean; description?: string };
      if (answer.ok === true) return 'yes';
      if (response.status === 403) return 'blocked';
      return /chat not found/i.test(answer.description ?? '') ? 'no' : 'unknown';
    } catch {
      // The address holds the token: the error is not logged.
      return 'unknown';
    }
  };
}
