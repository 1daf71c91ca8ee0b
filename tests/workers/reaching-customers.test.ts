import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { openKeys } from '../../db/secrets/keys.ts';
import { sendNotices } from '../../workers/jobs/send-notices.ts';
import { makeSenders } from '../../workers/senders/index.ts';
import { type SmtpServer, startSmtp } from '../support/fakes/smtp-server.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { startWhatsapp, type WhatsappServer } from '../support/fakes/whatsapp-server.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import { actorOf, makeWorld } from '../support/record/fixtures.ts';

// Where a message to a customer goes, whatever their fields say (contract §6).

const database = ownDatabase();
const keys = openKeys({ secret: 'a secret of at least 32 characters', publicUrl: 'https://agenda.example' });
let db: Db;
let telegram: TelegramServer;
let whatsapp: WhatsappServer;
let smtp: SmtpServer;
beforeAll(async () => {
  db = openDb(database.url);
  telegram = await startTelegram({ chats: ['5001'] });
  whatsapp = await startWhatsapp();
  smtp = await startSmtp();
});
afterAll(() => Promise.all([db?.close(), telegram?.close(), whatsapp?.close(), smtp?.close()]));
afterEach(() => {
  for (const fake of [telegram, whatsapp, smtp]) {
    fake.faults.set(null);
    fake.journal.clear();
  }
});

type Reach = { telegramChatId?: string; waNumber?: string; email?: string };

/** The technician leaves; every channel is on. @returns the message as it is recorded */
async function announce(client: Reach, areaCode = '') {
  const world = await makeWorld(db.sql, { client });
  await db.sql`insert into conversations (operation, area_code) values (${world.operation}, ${areaCode})
    on conflict (operation) do update set area_code = excluded.area_code`;
  await setOnTheWay(
    { db, actor: await actorOf(db.sql, world.userId) },
    { visit_id: world.visitId, on_the_way: true },
  );
  const senders = makeSenders({
    ...{ telegramBotToken: telegram.token, telegramApiRoot: telegram.url },
    ...{ whatsappToken: whatsapp.token, whatsappPhoneId: whatsapp.phoneId, whatsappApiRoot: whatsapp.url },
    ...{ smtpUrl: smtp.url, mailFrom: 'avisos@agenda.example' },
  });
  await sendNotices({ db, senders, keys }, world.visitId);
  const [notice] = await db.sql<
    { state: string; channel: string; recipient: string; problem: string | null }[]
  >`
    select state, channel, recipient, problem from notices where visit_id = ${world.visitId}`;
  return notice!;
}
const gotWhatsapp = () => whatsapp.journal.all().map(({ to }) => to);

describe('a message by WhatsApp goes to the telephone that its owner means', () => {
  it.each([
    ['2477415556', ''],
    ['02477 15-415556', ''],
    ['+54 9 02477 15-415556', ''],
    ['15-415556', '2477'],
    ['415556', '2477'],
    ['2477 415556 / 2477 415557', ''],
    ['2477-415556 (Marta)', ''],
  ])('%s', async (waNumber, areaCode) => {
    expect(await announce({ waNumber }, areaCode)).toMatchObject({ state: 'sent', channel: 'whatsapp' });
    expect(gotWhatsapp()).toEqual(['5492477415556']);
  });

  it('of another country where the country stands before it', async () => {
    await announce({ waNumber: '+598 99 123 456' });
    expect(gotWhatsapp()).toEqual(['59899123456']);
  });

  it.each(['247415556', '59899123456', '415556', '12345678', 'no tiene', '0800 555 0101'])(
    'and to no stranger: %s is not used, the mail is',
    async (waNumber) => {
      expect(await announce({ waNumber, email: 'ana@example.com' })).toMatchObject({
        state: 'sent',
        channel: 'email',
      });
      expect(gotWhatsapp()).toEqual([]);
      expect(smtp.journal.count('ana@example.com')).toBe(1);
    },
  );
});

describe('a mail field that is no address', () => {
  it.each(['no tiene', 'ana@example.com, luis@example.com', 'ana@example'])(
    '%s is passed over, and nothing is tried with it',
    async (email) => {
      expect(await announce({ email })).toMatchObject({ state: 'no_channel' });
      expect(smtp.journal.count()).toBe(0);
    },
  );
});

describe('a final rejection by a channel tries the next one', () => {
  it('of a number that WhatsApp does not know', async () => {
    whatsapp.forget('5492477415559');
    expect(await announce({ waNumber: '2477415559', email: 'ana@example.com' })).toMatchObject({
      state: 'sent',
      channel: 'email',
      problem: null,
    });
  });

  it('of a message that the channel refuses for good', async () => {
    telegram.faults.set({ kind: 'bad-request' });
    expect(await announce({ telegramChatId: '5001', waNumber: '2477415556' })).toMatchObject({
      state: 'sent',
      channel: 'whatsapp',
    });
  });

  it('of the last channel ends it, with what that one said', async () => {
    whatsapp.faults.set({ kind: 'bad-request' });
    smtp.faults.set({ kind: 'bad-request' });
    const notice = await announce({ waNumber: '2477415556', email: 'ana@example.com' });
    expect(notice).toMatchObject({ state: 'failed', channel: 'email' });
  });
});
