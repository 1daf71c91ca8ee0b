import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Fake, type Fault, listen, makeFaults, makeJournal, readBody } from './fake.ts';
import { makeUpdates } from './telegram-updates.ts';

export type TelegramServer = Fake & {
  /** The Bot API's root, what `telegramApiRoot` is set to. */
  url: string;
  token: string;
  addChat(id: string | number, firstName?: string): void;
  /** The person blocks the bot: 403 from now on. */
  block(id: string | number): void;
  /** A person writes to the bot, perhaps as a reply to one of its messages. @returns the update's number */
  receiveText(chatId: string | number, text: string, more?: { replyTo?: number; group?: boolean }): number;
  /** A person presses an inline button under one of the bot's messages. */
  pressButton(chatId: string | number, messageId: number, data: string): number;
  /** Updates that the bot has not confirmed are all that Telegram keeps; this one is delivered once more. */
  redeliver(updateId: number): void;
  /** What a chat holds now, in order: edits shown, as the person sees it. */
  shown(chatId: string | number): Posted[];
  /** How presses were answered: the text, and whether in a window. */
  pressed: { id: string; text?: string; alert: boolean }[];
  /** The button's wait has not been ended. */
  openQueries(): number;
  /** What goes wrong with the next getUpdates; 409 and 401 as Telegram says them. */
  pollFaults: ReturnType<typeof makeFaults>;
  /** The requests so far, by method. */
  calls: Map<string, number>;
  /** Methods that this Bot API does not know, as an older server of one's own. */
  unknown: Set<string>;
  commands(): unknown;
  webhook(): { url: string; secret?: string } | null;
  close(): Promise<void>;
};

type Params = Record<string, unknown>;
type Chat = { id: number; type: 'private'; first_name: string };
export type Posted = { message_id: number; chat: Chat; text: string; reply_markup?: unknown };

/** What Telegram refuses, with its own words. */
class Refusal extends Error {
  code: number;
  parameters?: { retry_after: number };
  constructor(code: number, description: string, parameters?: { retry_after: number }) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

const PHRASE: Record<number, string> = { 400: 'Bad Request', 403: 'Forbidden', 409: 'Conflict' };
const BOT = { id: 700_100, is_bot: true, first_name: 'Agenda técnica', username: 'agenda_tecnica_bot' };

/**
 * A strict Bot API over real HTTP: it knows its chats, its limits and its methods, and refuses the rest with
 * the descriptions of api.telegram.org. Faults apply to the methods that write or ask about a chat.
 */
export async function startTelegram(
  options: { port?: number; token?: string; chats?: (string | number)[] } = {},
): Promise<TelegramServer> {
  const token = options.token ?? '700100:AAE-emulated-bot-token';
  const journal = makeJournal();
  const faults = makeFaults();
  const chats = new Map<number, Chat>();
  const blocked = new Set<number>();
  const posted = new Map<number, Posted>();
  const updates = makeUpdates();
  const pollFaults = makeFaults();
  const calls = new Map<string, number>();
  const pressed: TelegramServer['pressed'] = [];
  let commands: unknown = [];
  const unknown = new Set<string>();
  let lastMessageId = 0;

  const addChat = (id: string | number, firstName = 'Ana') => {
    chats.set(Number(id), { id: Number(id), type: 'private', first_name: firstName });
  };
  for (const id of options.chats ?? []) addChat(id);

  const chatOf = (params: Params): Chat => {
    if (params.chat_id === undefined || params.chat_id === '') throw new Refusal(400, 'chat_id is empty');
    const chat = /^-?\d+$/.test(String(params.chat_id)) ? chats.get(Number(params.chat_id)) : undefined;
    if (!chat) throw new Refusal(400, 'chat not found');
    return chat;
  };
  const writableChatOf = (params: Params): Chat => {
    const chat = chatOf(params);
    if (blocked.has(chat.id)) throw new Refusal(403, 'bot was blocked by the user');
    return chat;
  };
  const textOf = (params: Params): string => {
    if (typeof params.text !== 'string' || params.text.trim() === '') {
      throw new Refusal(400, 'message text is empty');
    }
    if (params.text.length > 4_096) throw new Refusal(400, 'message is too long');
    return params.text;
  };

  const methods: Record<string, (params: Params, cancelled: AbortSignal) => unknown> = {
    getMe: () => BOT,
    getChat: (params) => chatOf(params),
    sendMessage(params) {
      const chat = writableChatOf(params);
      const text = textOf(params);
      checkMarkup(params.reply_markup);
      checkEntities(params, text);
      const message: Posted = { message_id: ++lastMessageId, chat, text, reply_markup: params.reply_markup };
      posted.set(message.message_id, message);
      journal.add({ id: String(message.message_id), to: String(chat.id), text, raw: params });
      return { ...message, date: Math.floor(Date.now() / 1_000), from: BOT };
    },
    editMessageText(params) {
      const chat = writableChatOf(params);
      const message = posted.get(Number(params.message_id));
      if (message?.chat.id !== chat.id) throw new Refusal(400, 'message to edit not found');
      const text = textOf(params);
      checkMarkup(params.reply_markup);
      if (message.reply_markup && !('inline_keyboard' in (message.reply_markup as object)))
        throw new Refusal(400, "message can't be edited");
      const same = JSON.stringify(params.reply_markup) === JSON.stringify(message.reply_markup);
      if (text === message.text && same) throw new Refusal(400, 'message is not modified');
      Object.assign(message, { text, reply_markup: params.reply_markup });
      return { ...message, edit_date: Math.floor(Date.now() / 1_000) };
    },
    answerCallbackQuery(params) {
      if (typeof params.text === 'string' && params.text.length > 200)
        throw new Refusal(400, 'MESSAGE_TOO_LONG');
      const id = String(params.callback_query_id);
      if (!updates.answerQuery(id)) {
        throw new Refusal(400, 'query is too old and response timeout expired or query ID is invalid');
      }
      pressed.push({ id, text: params.text as string | undefined, alert: params.show_alert === true });
      return true;
    },
    setMyCommands(params) {
      const list = params.commands as { command?: unknown; description?: unknown }[];
      const right = (one: { command?: unknown; description?: unknown }) =>
        /^[a-z0-9_]{1,32}$/.test(String(one.command)) && /^.{1,256}$/.test(String(one.description));
      if (!Array.isArray(list) || !list.every(right)) throw new Refusal(400, 'BOT_COMMAND_INVALID');
      commands = list;
      return true;
    },
    async getUpdates(params, cancelled) {
      const taken = await updates.take(params, cancelled);
      if (taken === 'webhook') {
        throw new Refusal(
          409,
          "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      }
      if (taken === 'superseded') {
        throw new Refusal(
          409,
          'terminated by other getUpdates request; make sure that only one bot instance is running',
        );
      }
      return taken;
    },
    setWebhook(params) {
      const url = String(params.url ?? '');
      if (url && !/^https?:\/\//.test(url)) throw new Refusal(400, 'bad webhook: invalid URL');
      const secret = params.secret_token;
      if (secret !== undefined && !/^[\w-]{1,256}$/.test(String(secret)))
        throw new Refusal(400, 'secret token contains unallowed characters');
      updates.setWebhook(url, params.secret_token as string | undefined);
      return true;
    },
    deleteWebhook(params) {
      updates.setWebhook('');
      if (params.drop_pending_updates === true || params.drop_pending_updates === 'true') updates.drop();
      return true;
    },
  };
  const faulty = new Set(['sendMessage', 'editMessageText', 'getChat']);
  const faultOf = (method: string, params: Params) =>
    method === 'getUpdates'
      ? pollFaults.next(null)
      : faulty.has(method)
        ? faults.next(String(params.chat_id))
        : null;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://telegram');
    const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
    const cancelled = new AbortController();
    response.once('close', () => cancelled.abort());
    try {
      const params = paramsOf(request, url, await readBody(request));
      if (given !== token) throw new Refusal(given ? 401 : 404, given ? 'Unauthorized' : 'Not Found');
      const run = methods[method];
      if (!run || unknown.has(method)) throw new Refusal(404, 'Not Found');
      calls.set(method, (calls.get(method) ?? 0) + 1);
      const fault = faultOf(method, params);
      if (fault?.kind === 'hang' || fault?.kind === 'mute') return;
      if (fault && fault.kind !== 'cut') return failWith(fault, response);
      const result = await run(params, cancelled.signal);
      if (fault?.kind === 'cut') return void request.socket.destroy();
      reply(response, 200, { ok: true, result });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(response, error);
    }
  });
  const { port, close } = await listen(server, options.port ?? 0);

  return {
    url: `http://127.0.0.1:${port}`,
    token,
    journal,
    faults,
    addChat,
    block: (id) => void blocked.add(Number(id)),
    receiveText(chatId, text, { replyTo, group } = {}) {
      const chat = chats.get(Number(chatId)) ?? { id: Number(chatId), type: 'private', first_name: 'Ana' };
      chats.set(chat.id, chat); // a chat that writes to the bot can be written to
      const from = { id: chat.id, is_bot: false, first_name: chat.first_name };
      const date = Math.floor(Date.now() / 1_000);
      const reply_to_message = replyTo === undefined ? undefined : posted.get(replyTo);
      return updates.push({
        message: {
          message_id: ++lastMessageId,
          date,
          chat: group ? { id: -chat.id, type: 'group', title: 'Grupo' } : chat,
          from,
          text,
          // What begins with / is a command to Telegram, which says where it ends.
          ...(/^\/\w/.test(text) && {
            entities: [{ type: 'bot_command', offset: 0, length: /^\/[\w@]+/.exec(text)![0].length }],
          }),
          ...(reply_to_message && { reply_to_message: { ...reply_to_message, date, from: BOT } }),
        },
      });
    },
    pressButton(chatId, messageId, data) {
      const from = { id: Number(chatId), is_bot: false, first_name: chats.get(Number(chatId))?.first_name };
      return updates.pushQuery({ from, message: posted.get(messageId), chat_instance: String(chatId), data });
    },
    redeliver: (updateId) => updates.redeliver(updateId),
    shown: (chatId) => [...posted.values()].filter((one) => one.chat.id === Number(chatId)),
    pressed,
    openQueries: updates.openQueries,
    pollFaults,
    calls,
    unknown,
    commands: () => commands,
    webhook: updates.webhook,
    close,
  };
}

/** An inline button says at most 64 bytes; a keyboard has buttons with texts. */
function checkMarkup(markup: unknown): void {
  if (markup === undefined) return;
  const {
    inline_keyboard: inline,
    keyboard,
    force_reply,
    remove_keyboard,
  } = markup as Record<string, unknown>;
  if (force_reply === true || remove_keyboard === true) return;
  const rows = (inline ?? keyboard) as { text?: string; callback_data?: string; url?: string }[][];
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    throw new Refusal(400, "can't parse reply keyboard markup JSON object");
  for (const button of rows.flat()) {
    const said = typeof button === 'string' ? button : button.text;
    if (!said) throw new Refusal(400, "can't parse inline keyboard button: Text buttons are unallowed");
    if (!inline) continue;
    const bytes = Buffer.byteLength(button.callback_data ?? '');
    if (button.url === undefined && (bytes === 0 || bytes > 64))
      throw new Refusal(400, 'BUTTON_DATA_INVALID');
  }
}

function checkEntities({ entities, parse_mode }: Params, text: string): void {
  if (entities === undefined || parse_mode !== undefined) return;
  for (const { offset, length } of entities as { offset: number; length: number }[])
    if (offset < 0 || length < 1 || offset + length > text.length)
      throw new Refusal(400, 'ENTITY_BOUNDS_INVALID');
}

/** The Bot API takes JSON, a form, or the query. */
function paramsOf(request: IncomingMessage, url: URL, body: string): Params {
  const type = request.headers['content-type'] ?? '';
  const query = Object.fromEntries(url.searchParams);
  if (body === '') return query;
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { ...query, ...Object.fromEntries(new URLSearchParams(body)) };
  }
  try {
    if (type.startsWith('application/json')) return { ...query, ...JSON.parse(body) };
  } catch {}
  throw new Refusal(400, "can't parse the request body");
}

function failWith(fault: Fault, response: ServerResponse): void {
  const refusal = refusalOf(fault);
  if (refusal) refuse(response, refusal);
  else badGateway(response);
}

function refusalOf(fault: Fault): Refusal | null {
  if (fault.kind === 'forbidden') return new Refusal(403, 'bot was blocked by the user');
  if (fault.kind === 'unauthorized') return new Refusal(401, 'Unauthorized');
  if (fault.kind === 'conflict')
    return new Refusal(
      409,
      'terminated by other getUpdates request; make sure that only one bot instance is running',
    );
  if (fault.kind === 'bad-request') return new Refusal(400, "can't parse entities: emulated");
  if (fault.kind !== 'rate-limit') return null;
  const retry_after = fault.retryAfterSeconds;
  return new Refusal(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
}

/** As the real one does: its gateway answers in HTML. */
function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<html><head><title>502 Bad Gateway</title></head></html>');
}

function refuse(response: ServerResponse, { code, message, parameters }: Refusal): void {
  const description = PHRASE[code] ? `${PHRASE[code]}: ${message}` : message;
  reply(response, code, { ok: false, error_code: code, description, ...(parameters && { parameters }) });
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
