import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeEmailSender } from '../../workers/senders/email.ts';
import { makeSenders } from '../../workers/senders/index.ts';
import type { Message, Outcome, Sender } from '../../workers/senders/sender.ts';
import { makeTelegramSender } from '../../workers/senders/telegram.ts';
import { makeWhatsappSender } from '../../workers/senders/whatsapp.ts';
import type { Fake, Fault } from '../support/fakes/fake.ts';
import { type SmtpServer, startSmtp } from '../support/fakes/smtp-server.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { startWhatsapp, type WhatsappServer } from '../support/fakes/whatsapp-server.ts';
import { freePort } from '../support/free-port.ts';

const TEXT =
  '¡Hola, Ñandú! Martín va en camino 🚐👩🏽‍🔧 — «turno mañana», <b>no es HTML</b> & *tampoco* _markdown_';
const LINK = 'https://agenda.example/v/abc123?x=1&y=2';
const FROM = 'Agenda técnica <avisos@agenda.example>';

let telegram: TelegramServer;
let whatsapp: WhatsappServer;
let smtp: SmtpServer;
beforeAll(async () => {
  telegram = await startTelegram({ chats: ['5001', '5002'] });
  whatsapp = await startWhatsapp();
  smtp = await startSmtp({ user: 'agenda', password: 'p@ss/word' });
});
afterAll(() => Promise.all([telegram?.close(), whatsapp?.close(), smtp?.close()]));
afterEach(() => {
  for (const fake of [telegram, whatsapp, smtp]) {
    fake.faults.set(null);
    fake.journal.clear();
  }
});

const telegramAt = (apiRoot: string) => makeTelegramSender({ token: telegram.token, apiRoot });
const whatsappAt = (apiRoot: string) =>
  makeWhatsappSender({ token: whatsapp.token, phoneId: whatsapp.phoneId, apiRoot });
const emailAt = (smtpUrl: string) => makeEmailSender({ smtpUrl, from: FROM });

type Row = { fault: Fault; outcome: Partial<Outcome>; delivered?: number };
type ChannelCase = {
  fake: () => Fake;
  sender: () => Sender;
  at: (authority: string, secure: boolean) => Sender;
  to: string;
  rows: Row[];
};

const again = { kind: 'retry', afterSeconds: null } as const;
const overHttp: Row[] = [
  { fault: { kind: 'rate-limit', retryAfterSeconds: 7 }, outcome: { kind: 'retry', afterSeconds: 7 } },
  { fault: { kind: 'forbidden' }, outcome: { kind: 'gone' } },
  { fault: { kind: 'bad-request' }, outcome: { kind: 'rejected' } },
  { fault: { kind: 'bad-gateway' }, outcome: again },
  { fault: { kind: 'hang' }, outcome: { kind: 'unknown', reason: 'timed out' } },
  { fault: { kind: 'cut' }, outcome: { kind: 'unknown' }, delivered: 1 },
];
const cases: Record<string, ChannelCase> = {
  telegram: {
    fake: () => telegram,
    sender: () => telegramAt(`${telegram.url}/`),
    at: (authority, secure) => telegramAt(`${secure ? 'https' : 'http'}://${authority}`),
    to: '5001',
    rows: overHttp,
  },
  whatsapp: {
    fake: () => whatsapp,
    sender: () => whatsappAt(whatsapp.url),
    at: (authority, secure) => whatsappAt(`${secure ? 'https' : 'http'}://${authority}/v21.0`),
    to: '+5493515550001',
    rows: overHttp,
  },
  email: {
    fake: () => smtp,
    sender: () => emailAt(smtp.url),
    at: (authority, secure) => emailAt(`${secure ? 'smtps' : 'smtp'}://${authority}`),
    to: 'ana@correo.example',
    rows: [
      { fault: { kind: 'rate-limit', retryAfterSeconds: 7 }, outcome: again },
      { fault: { kind: 'forbidden' }, outcome: { kind: 'gone' } },
      { fault: { kind: 'bad-request' }, outcome: { kind: 'rejected' } },
      { fault: { kind: 'bad-gateway' }, outcome: again },
      { fault: { kind: 'mute' }, outcome: again },
      { fault: { kind: 'hang' }, outcome: { kind: 'unknown' } },
      { fault: { kind: 'cut' }, outcome: { kind: 'unknown' }, delivered: 1 },
    ],
  },
};

describe.each(Object.entries(cases))('%s', (_, { fake, sender, at, to, rows }) => {
  const message = (more: Partial<Message> = {}): Message => ({
    key: 'event.41.notify-customer',
    to,
    subject: 'Tu técnico va en camino 🚐',
    text: TEXT,
    ...more,
  });

  it('delivers accents, emoji and markup as they are, with the link once', async () => {
    const sent = await sender().send(message({ link: LINK }));
    const [delivery] = fake().journal.all();
    expect(sent).toEqual({ kind: 'sent', reference: delivery?.id });
    expect(delivery?.text).toBe(`${TEXT}\n\n${LINK}`);
    expect(delivery?.to).toBe(to.replace('+', ''));
    await sender().send(message({ text: `Mirá ${LINK} cuando quieras`, link: LINK }));
    expect(fake().journal.all()[1]?.text).toBe(`Mirá ${LINK} cuando quieras`);
  });

  it.each(rows)('$fault.kind → $outcome.kind (F11)', async ({ fault, outcome, delivered = 0 }) => {
    fake().faults.set(fault);
    const slow = fault.kind === 'hang' || fault.kind === 'mute';
    const got = await sender().send(message(), slow ? { timeoutMs: 400 } : {});
    expect(got).toMatchObject(outcome);
    expect(fake().journal.count()).toBe(delivered);
    fake().faults.set(null);
    expect(await sender().send(message())).toMatchObject({ kind: 'sent' });
  });

  it('no listener → retry: nothing left this machine (F10)', async () => {
    expect(await at(`127.0.0.1:${await freePort()}`, false).send(message())).toMatchObject(again);
  });

  it('a name that does not resolve → retry (F10)', async () => {
    expect(await at('no-such-host.invalid:8080', false).send(message())).toMatchObject(again);
  });

  it('taken but never past the handshake → retry: not a byte of the message left', async () => {
    const silent = await silence();
    const got = await at(`127.0.0.1:${silent.port}`, true).send(message(), { timeoutMs: 400 });
    expect(got).toMatchObject(again);
    silent.close();
  });
});

describe('telegram, its own', () => {
  it('a chat that is not there is gone; so is one that blocked the bot', async () => {
    const sender = telegramAt(telegram.url);
    const to = (id: string) => sender.send({ key: 'k', to: id, subject: '', text: 'Hola' });
    expect(await to('999')).toMatchObject({
      kind: 'gone',
      reason: expect.stringContaining('chat not found'),
    });
    expect(await to('ana')).toMatchObject({ kind: 'gone' });
    telegram.addChat('5003');
    telegram.block('5003');
    expect(await to('5003')).toMatchObject({ kind: 'gone', reason: expect.stringContaining('blocked') });
  });

  it('4096 characters pass, 4097 and none are rejected', async () => {
    const sender = telegramAt(telegram.url);
    const text = (text: string) => sender.send({ key: 'k', to: '5001', subject: '', text });
    expect(await text('á'.repeat(4_096))).toMatchObject({ kind: 'sent' });
    expect(await text('á'.repeat(4_097))).toMatchObject({ kind: 'rejected' });
    expect(await text('  ')).toMatchObject({ kind: 'rejected' });
  });

  it('a wrong token keeps the message: it is our mistake, not the recipient’s', async () => {
    const sender = makeTelegramSender({ token: '1:wrong', apiRoot: telegram.url });
    expect(await sender.send({ key: 'k', to: '5001', subject: '', text: 'Hola' })).toMatchObject(again);
  });

  it('neither asks for markup nor for a preview that would open the private link', async () => {
    await telegramAt(telegram.url).send({ key: 'k', to: '5001', subject: 's', text: 'Hola' });
    const raw = telegram.journal.all()[0]?.raw as Record<string, unknown>;
    expect(raw.parse_mode).toBeUndefined();
    expect(raw.link_preview_options).toEqual({ is_disabled: true });
  });

  it('knows whether a chat exists, and says so when it cannot know', async () => {
    const sender = telegramAt(telegram.url);
    expect(await sender.chatExists('5001')).toBe('yes');
    expect(await sender.chatExists('999')).toBe('no');
    telegram.faults.set({ kind: 'bad-gateway' });
    expect(await sender.chatExists('5001')).toBe('unknown');
    telegram.faults.set({ kind: 'hang' });
    expect(await sender.chatExists('5001', { timeoutMs: 200 })).toBe('unknown');
  });
});

describe('whatsapp, its own', () => {
  it.each([
    ['a number without WhatsApp', '+5493515550009', 'gone'],
    ['not a number', 'ana', 'rejected'],
    ['a number without its country', '0351 155550001', 'rejected'],
  ])('%s → %s', async (_, to, kind) => {
    whatsapp.forget('+5493515550009');
    expect(await whatsappAt(whatsapp.url).send({ key: 'k', to, subject: '', text: 'Hola' })).toMatchObject({
      kind,
    });
    expect(whatsapp.journal.count()).toBe(0);
  });

  it('a wrong token keeps the message', async () => {
    const sender = makeWhatsappSender({ token: 'wrong', phoneId: whatsapp.phoneId, apiRoot: whatsapp.url });
    expect(await sender.send({ key: 'k', to: '+5493515550001', subject: '', text: 'a' })).toMatchObject(
      again,
    );
  });

  it('carries the key, so that delivery reports can be matched', async () => {
    await whatsappAt(whatsapp.url).send({ key: 'k-7', to: '+5493515550001', subject: '', text: 'a' });
    expect(whatsapp.journal.all()[0]?.raw).toMatchObject({ biz_opaque_callback_data: 'k-7' });
  });
});

describe('email, its own', () => {
  const mail = (more: Partial<Message> = {}) => ({
    key: 'k-1',
    to: 'ana@correo.example',
    subject: 'Visita reprogramada 🗓️ — mañana',
    text: 'Hola',
    ...more,
  });

  it('a repeat has the same Message-ID, another message another', async () => {
    const sender = emailAt(smtp.url);
    for (const key of ['k-1', 'k-1', 'k-2']) await sender.send(mail({ key }));
    const [first, second, third] = smtp.journal.all().map(({ id }) => id);
    expect(first).toMatch(/^<[0-9a-f]{40}@agenda\.example>$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('the subject arrives whole, and cannot add headers or recipients', async () => {
    const sender = emailAt(smtp.url);
    await sender.send(mail({ subject: 'Hola\r\nBcc: otro@correo.example' }));
    await sender.send(mail());
    const [first, second] = smtp.journal.all().map(({ raw }) => raw as { subject: string; source: string });
    expect(first?.source).not.toMatch(/^bcc:/im);
    expect(second?.subject).toBe('Visita reprogramada 🗓️ — mañana');
    expect(await sender.send(mail({ to: 'a@correo.example, b@correo.example' }))).toMatchObject({
      kind: 'rejected',
    });
    expect(smtp.journal.count()).toBe(2);
  });

  it('a mailbox that does not exist is gone; a wrong password is our mistake', async () => {
    smtp.forget('nadie@correo.example');
    expect(await emailAt(smtp.url).send(mail({ to: 'nadie@correo.example' }))).toMatchObject({
      kind: 'gone',
    });
    const wrong = smtp.url.replace('agenda:', 'otra:');
    expect(await emailAt(wrong).send(mail())).toMatchObject(again);
    expect(await emailAt(smtp.url).send(mail({ to: '' }))).toMatchObject({ kind: 'rejected' });
    expect(smtp.journal.count()).toBe(0);
  });
});

describe('makeSenders', () => {
  const roots = { telegramApiRoot: 'https://t.example', whatsappApiRoot: 'https://w.example/v21.0' };

  it('with none set, the development mailbox alone', async () => {
    const senders = makeSenders({ ...roots, telegramBotToken: '', smtpUrl: '' });
    expect(senders.on).toEqual(['mailbox']);
    expect(await senders.of('mailbox')?.send({ key: 'k', to: '', subject: '', text: '' })).toEqual({
      kind: 'sent',
      reference: null,
    });
    expect(senders.of('telegram')).toBeUndefined();
  });

  it('switches on what is set', () => {
    const senders = makeSenders({
      ...roots,
      telegramBotToken: '1:a',
      whatsappToken: 't',
      whatsappPhoneId: '1',
      smtpUrl: 'smtp://localhost',
      mailFrom: FROM,
    });
    expect(senders.on).toEqual(['telegram', 'whatsapp', 'email']);
    expect(senders.telegram?.channel).toBe('telegram');
  });
});

/** A server that takes connections and never writes: a TLS handshake against it never ends. */
async function silence(): Promise<{ port: number; close(): void }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
