import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBot } from '../../../workers/bot/start-bot.ts';
import { limit } from '../../gate/limits.mjs';
import { startTelegram } from '../../support/fakes/telegram-server.ts';
import { linkSecret, openSession, openWebServer, webServer } from '../../support/processes/web-server.ts';
import { addOperation, addUser } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Telegram delivers to the web server, which keeps; a worker answers.

const telegram = await startTelegram();
afterAll(() => telegram.close());
const settings = { token: telegram.token, apiRoot: telegram.url };
const { web, sql, url } = webServer({ telegram: { ...settings, webhook: true } });
const secret = createHmac('sha256', linkSecret).update('telegram-webhook').digest('base64url');
const path = '/telegram/webhook';
let number = 5_000;

const deliver = (body: unknown, shown: string | null = secret, headers: Record<string, string> = {}) =>
  web().send(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(shown === null ? {} : { 'x-telegram-bot-api-secret-token': shown }),
      ...headers,
    },
  });
const update = (more: object = {}) => ({
  update_id: ++number,
  message: { message_id: 1, date: 1, chat: { id: 700_001, type: 'private' }, text: 'hola', ...more },
});
const kept = async () =>
  (await sql()`select update_id, chat_id, body from chat_updates order by update_id`).map((row) => row);
beforeEach(() => sql()`delete from chat_updates`);

describe('the webhook', () => {
  it('keeps an update before it says 200, once however often it comes', async () => {
    const one = update();
    expect((await deliver(one)).status).toBe(200);
    expect((await deliver(one)).status).toBe(200);
    expect(await kept()).toEqual([{ updateId: one.update_id, chatId: '700001', body: one }]);
  });

  it('takes nothing without the secret, and keeps nothing', async () => {
    for (const shown of [null, '', 'x'.repeat(43), secret.slice(0, -1), `${secret}x`, secret.toLowerCase()])
      expect((await deliver(update(), shown)).status).toBe(401);
    expect((await web().send(path)).status).toBe(404);
    expect(await kept()).toEqual([]);
  });

  it('refuses what is no update, without a trace of the inside', async () => {
    const bad: [unknown, number][] = [
      ['{', 400],
      ['[]', 422],
      ['null', 422],
      [{}, 422],
      [{ update_id: 'x' }, 422],
      [{ update_id: -1 }, 422],
      [{ update_id: 1.5 }, 422],
      [{ update_id: 2 ** 60 }, 422],
      [{ update_id: 1, pad: 'x'.repeat(300_000) }, 413],
    ];
    for (const [body, status] of bad) {
      const answer = await deliver(body);
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${status} ${answer.text}`).toBeLessThan(500);
      expect(answer.text).not.toMatch(/select|stack|node_modules/i);
    }
    expect(
      (await deliver('a=1', secret, { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    expect(await kept()).toEqual([]);
  });

  it('keeps text that a table cannot hold', async () => {
    expect((await deliver(update({ text: 'nul \u0000, media \ud800 cara' }))).status).toBe(200);
    expect(
      (await deliver({ update_id: ++number, callback_query: { id: '1', from: { id: 7 } } })).status,
    ).toBe(200);
    expect((await deliver({ update_id: ++number, message: 'nada' })).status).toBe(200);
    expect((await sql()`select 1 from chat_updates`).count).toBe(3);
  });

  it('is not there unless it is asked for', async () => {
    const without = await openWebServer(url(), { telegram: settings });
    const answer = await without.send(path, {
      method: 'POST',
      body: JSON.stringify(update()),
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    });
    expect(answer.status).toBe(404);
    await without.close();
  });
});

describe('the bot behind it', () => {
  let bot: Awaited<ReturnType<typeof startBot>> | undefined;
  afterEach(() => bot?.close());
  const start = async () => {
    bot = await startBot({
      db: web().db,
      ...settings,
      publicUrl: web().base,
      webhook: { url: `${web().base}${path}`, secret },
      onError: () => {},
    });
  };

  it('answers what is delivered at once, and asks for nothing', async () => {
    await start();
    await until(() => telegram.webhook() !== null, 10_000);
    expect(telegram.webhook()).toEqual({ url: `${web().base}${path}`, secret });
    const from = Date.now();
    telegram.receiveText(700_002, '/start');
    await until(() => telegram.journal.count('700002') === 1, 10_000);
    expect(Date.now() - from).toBeLessThan(limit(1_500));
    expect(telegram.calls.get('getUpdates')).toBeUndefined();
  });

  it('is found by the profile’s link, whose code is another each time', async () => {
    await start();
    const userId = await addUser(sql(), await addOperation(sql()), {}, ['can_edit_telegram_chat_id']);
    const token = await openSession(sql(), userId);
    await until(
      async () => (await sql()`select 1 from chat_bots where username is not null`).count === 1,
      10_000,
    );
    const answer = await web().call('user/create_telegram_link', {}, { token, key: 'la-misma' });
    const url = new URL(answer.body.data.url);
    expect(url.origin + url.pathname).toBe('https://t.me/agenda_tecnica_bot');
    // The same key, another code: no live code is kept to be answered again.
    const again = await web().call('user/create_telegram_link', {}, { token, key: 'la-misma' });
    expect(again.body.data.url).not.toBe(answer.body.data.url);
  });
});
