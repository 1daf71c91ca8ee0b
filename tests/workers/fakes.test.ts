import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { makeEmailSender } from '../../workers/senders/email.ts';
import type { Sender } from '../../workers/senders/sender.ts';
import { makeTelegramSender } from '../../workers/senders/telegram.ts';
import { makeWhatsappSender } from '../../workers/senders/whatsapp.ts';
import { startTelegram, type TelegramServer } from '../support/telegram-server.ts';

type Started = { url: string; controlUrl: string; token: string; phoneId: string };
const FROM = 'avisos@agenda.example';

describe.each<[string, string[], string, (at: Started) => Sender]>([
  [
    'telegram-server.ts',
    ['--chats', '5001'],
    '5001',
    ({ url, token }) => makeTelegramSender({ token, apiRoot: url }),
  ],
  [
    'whatsapp-server.ts',
    [],
    '5493515550001',
    ({ url, token, phoneId }) => makeWhatsappSender({ token, phoneId, apiRoot: url }),
  ],
  ['smtp-server.ts', [], 'ana@correo.example', ({ url }) => makeEmailSender({ smtpUrl: url, from: FROM })],
])('%s as a process of its own', (file, args, to, senderAt) => {
  it('is counted, broken and mended through its control port', async () => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, '../support', file), ...args],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      const started = JSON.parse(await firstLine(child)) as Started;
      const control = (verb: string, path: string, body?: unknown) =>
        fetch(started.controlUrl + path, {
          method: verb,
          body: body === undefined ? undefined : JSON.stringify(body),
        }).then((answer) => answer.json());
      const sender = senderAt(started);
      const send = () => sender.send({ key: 'k', to, subject: 'Aviso', text: 'Ñandú 🚐' });

      expect(await send()).toMatchObject({ kind: 'sent' });
      expect(await control('GET', '/journal')).toMatchObject([{ to, text: 'Ñandú 🚐' }]);
      await control('PUT', '/fault', { kind: 'bad-gateway', times: 1 });
      expect(await send()).toMatchObject({ kind: 'retry' });
      expect(await send()).toMatchObject({ kind: 'sent' });
      await control('PUT', '/fault', { kind: 'forbidden', to: 'somebody else' });
      expect(await send()).toMatchObject({ kind: 'sent' });
      expect(await control('GET', `/count?to=${to}`)).toBe(3);
      await control('DELETE', '/journal');
      expect(await control('GET', '/count')).toBe(0);
    } finally {
      child.kill();
    }
  }, 15_000);
});

describe('the Bot API for a bot', () => {
  let server: TelegramServer;
  const call = async (method: string, params: Record<string, unknown> = {}, token = server.token) => {
    const answer = await fetch(`${server.url}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    });
    return (await answer.json()) as {
      ok: boolean;
      result: never;
      error_code?: number;
      description?: string;
    };
  };
  afterEach(() => server.close());

  it('refuses what the real one refuses', async () => {
    server = await startTelegram({ chats: [1] });
    expect(await call('getMe')).toMatchObject({ ok: true, result: { is_bot: true } });
    expect(await call('getMe', {}, '1:no')).toMatchObject({ ok: false, error_code: 401 });
    expect(await call('sendPigeon')).toMatchObject({ ok: false, error_code: 404, description: 'Not Found' });
    expect(await call('sendMessage', { chat_id: 2, text: 'a' })).toMatchObject({
      error_code: 400,
      description: 'Bad Request: chat not found',
    });
    expect(await call('editMessageText', { chat_id: 1, message_id: 9, text: 'a' })).toMatchObject({
      error_code: 400,
    });
    expect(await call('answerCallbackQuery', { callback_query_id: '9' })).toMatchObject({ error_code: 400 });
  });

  it('long polling: waits, confirms by offset, and lets only one listen', async () => {
    server = await startTelegram();
    const first = call('getUpdates', { timeout: 5 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const second = call('getUpdates', { timeout: 5 });
    expect(await first).toMatchObject({ ok: false, error_code: 409 });
    server.receiveText(77, '/start');
    const [update] = (await second).result as unknown as { update_id: number }[];
    expect(update).toMatchObject({ message: { text: '/start', chat: { id: 77 } } });
    expect((await call('getUpdates')).result).toHaveLength(1);
    expect((await call('getUpdates', { offset: update!.update_id + 1 })).result).toHaveLength(0);
    // whoever wrote can be written to, and the button under it can be pressed once
    expect(await call('sendMessage', { chat_id: 77, text: 'Hola' })).toMatchObject({ ok: true });
    server.pressButton(77, Number(server.journal.all('77')[0]!.id), 'tomar:1');
    const [pressed] = (await call('getUpdates', { offset: update!.update_id + 1 })).result as unknown as {
      callback_query: { id: string; data: string };
    }[];
    expect(pressed?.callback_query.data).toBe('tomar:1');
    const answer = { callback_query_id: pressed!.callback_query.id };
    expect(await call('answerCallbackQuery', answer)).toMatchObject({ ok: true });
    expect(await call('answerCallbackQuery', answer)).toMatchObject({ ok: false });
  });

  it('a webhook excludes polling, until it is deleted', async () => {
    server = await startTelegram();
    expect(await call('setWebhook', { url: 'http://127.0.0.1:1/x' })).toMatchObject({ ok: true });
    expect(await call('getUpdates')).toMatchObject({ error_code: 409 });
    expect(await call('deleteWebhook')).toMatchObject({ ok: true });
    expect(await call('getUpdates')).toMatchObject({ ok: true, result: [] });
  });
});

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
  });
}
