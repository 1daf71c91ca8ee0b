import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { passDeadlines } from '../../db/commands/field/pass-deadlines.ts';
import { releaseVisit } from '../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { beginNotice, settleNotice } from '../../db/commands/notices/record-notice.ts';
import { changeTechnician } from '../../db/commands/visits/change-technician.ts';
import { undoChange } from '../../db/commands/visits/undo-change.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { notifySupervisors } from '../../db/record/notify-supervisors.ts';
import { claimOutbox } from '../../db/record/outbox.ts';
import { timerActor } from '../../db/record/transact.ts';
import { openKeys } from '../../db/secrets/keys.ts';
import { undoSeconds } from '../../machines/visit/undo-time.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { sendNotices } from '../../workers/jobs/send-notices.ts';
import { makeSenders, type SenderSettings } from '../../workers/senders/index.ts';
import { type SmtpServer, startSmtp } from '../support/fakes/smtp-server.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import { actorOf, addTechnician, addUser, makeWorld, type World } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

const database = ownDatabase();
const keys = openKeys({ secret: 'a secret of at least 32 characters', publicUrl: 'https://agenda.example' });
let db: Db;
let telegram: TelegramServer;
let smtp: SmtpServer;
beforeAll(async () => {
  db = openDb(database.url);
  telegram = await startTelegram({ chats: ['5001', '5002'] });
  smtp = await startSmtp();
});
afterAll(() => Promise.all([db?.close(), telegram?.close(), smtp?.close()]));
afterEach(() => {
  for (const fake of [telegram, smtp]) {
    fake.faults.set(null);
    fake.journal.clear();
  }
});

const roots = { telegramApiRoot: 'http://127.0.0.1:1', whatsappApiRoot: 'http://127.0.0.1:1' };
const telegramOn = () => ({ telegramBotToken: telegram.token, telegramApiRoot: telegram.url });
const emailOn = () => ({ smtpUrl: smtp.url, mailFrom: 'avisos@agenda.example' });
const toolsWith = (settings: Partial<SenderSettings>) => ({
  db,
  senders: makeSenders({ ...roots, ...settings }),
  keys,
});
const send = (visitId: number, settings: Partial<SenderSettings> = telegramOn()) =>
  sendNotices(toolsWith(settings), visitId);

const onTelegram = { client: { telegramChatId: '5001' } };
const depart = async ({ visitId, userId }: World, on_the_way = true) =>
  setOnTheWay({ db, actor: await actorOf(db.sql, userId) }, { visit_id: visitId, on_the_way });
const noticesOf = (visitId: number) => db.sql<
  {
    id: number;
    state: string;
    channel: string;
    recipient: string;
    text: string;
    problem: string | null;
    attempts: number;
    waitSeconds: number;
    audience: string;
    template: string;
  }[]
>`select *, extract(epoch from not_before - now())::float8 as wait_seconds from notices
  where visit_id = ${visitId} order by id`;
const noticeOf = async (visitId: number) => (await noticesOf(visitId))[0]!;
/** As if every wait were over. */
const letTimePass = (visitId: number) => db.sql`
  update notices set not_before = now() where visit_id = ${visitId} and state in ('pending', 'sending')`;

describe('a message to the customer', () => {
  it('leaves by Telegram, and the visit says so with the next version and an event', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    expect(await send(world.visitId)).toEqual({ waitMs: null });
    expect(telegram.journal.all('5001').map(({ text }) => text)).toEqual([
      expect.stringContaining('Tomás Ñáñez'),
    ]);
    expect(await noticeOf(world.visitId)).toMatchObject({
      state: 'sent',
      channel: 'telegram',
      recipient: '5001',
      attempts: 1,
      problem: null,
    });
    const [visit] = await db.sql`select customer_notice, version from visits where id = ${world.visitId}`;
    expect(visit).toEqual({ customerNotice: 'sent', version: 3 });
    const events =
      await db.sql`select name, version from events where visit_id = ${world.visitId} order by version`;
    expect([...events]).toEqual([
      { name: 'visit.on_the_way', version: 1 },
      { name: 'notice.recorded', version: 2 },
    ]);
  });

  it('is sent once by twenty jobs at the same time, and by later ones (F18)', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    await Promise.all(Array.from({ length: 20 }, () => send(world.visitId)));
    await send(world.visitId);
    expect(telegram.journal.count('5001')).toBe(1);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('waits as a rate limit asks, without using up an attempt (429)', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    // Less than our own first wait: what was asked for decides.
    telegram.faults.set({ kind: 'rate-limit', retryAfterSeconds: 1 });
    const { waitMs } = await send(world.visitId);
    expect(waitMs).toBeGreaterThan(500);
    expect(waitMs).toBeLessThanOrEqual(1_000);
    await send(world.visitId);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(telegram.journal.count()).toBe(0);
    await until(async () => (await send(world.visitId)).waitMs === null);
    expect(telegram.journal.count('5001')).toBe(1);
  });

  it('goes by the next channel when the bot was blocked, and the chat is not used again (403)', async () => {
    const world = await makeWorld(db.sql, { client: { telegramChatId: '5002', email: 'ana@example.com' } });
    await depart(world);
    telegram.faults.set({ kind: 'forbidden', to: '5002' });
    await send(world.visitId, { ...telegramOn(), ...emailOn() });
    expect(smtp.journal.count('ana@example.com')).toBe(1);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'sent', channel: 'email', attempts: 1 });
    const [client] = await db.sql`select telegram_chat_id from clients where id = ${world.clientId}`;
    expect(client).toEqual({ telegramChatId: null });
  });

  it('fails with the reason when no other channel is left (403)', async () => {
    const world = await makeWorld(db.sql, { client: { telegramChatId: '5002' } });
    await depart(world);
    telegram.faults.set({ kind: 'forbidden' });
    expect(await send(world.visitId)).toEqual({ waitMs: null });
    expect(await noticeOf(world.visitId)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('blocked'),
    });
  });

  it('is unknown after a cut in the middle, and never sent again', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    telegram.faults.set({ kind: 'cut', times: 1 });
    expect(await send(world.visitId)).toEqual({ waitMs: null });
    await letTimePass(world.visitId);
    await send(world.visitId);
    expect(telegram.journal.count()).toBe(1);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'unknown' });
    const [visit] = await db.sql`select customer_notice from visits where id = ${world.visitId}`;
    expect(visit).toEqual({ customerNotice: 'unknown' });
  });

  it('is tried again after growing waits, and sent once (502)', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    telegram.faults.set({ kind: 'bad-gateway', times: 3 });
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      await send(world.visitId);
      const { waitSeconds } = await noticeOf(world.visitId);
      waits.push(Math.ceil(waitSeconds));
      await letTimePass(world.visitId);
    }
    expect(waits).toEqual([2, 4, 8]);
    await send(world.visitId);
    expect(telegram.journal.count('5001')).toBe(1);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'sent', attempts: 4, problem: null });
  });

  it('fails after its last attempt, with the problem', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    await db.sql`update notices set attempts = 15 where visit_id = ${world.visitId}`;
    telegram.faults.set({ kind: 'bad-gateway' });
    expect(await send(world.visitId)).toEqual({ waitMs: null });
    expect(await noticeOf(world.visitId)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('502'),
    });
  });

  it('goes to the development mailbox when no channel is on, by name and telephone', async () => {
    const world = await makeWorld(db.sql);
    await depart(world);
    await send(world.visitId, {});
    expect(await noticeOf(world.visitId)).toMatchObject({
      state: 'sent',
      channel: 'mailbox',
      recipient: 'Ana Gómez · 3515550101',
      text: expect.stringContaining('en camino'),
    });
  });

  it('finds a customer without any channel, which is no error', async () => {
    const world = await makeWorld(db.sql);
    await depart(world);
    expect(await send(world.visitId)).toEqual({ waitMs: null });
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'no_channel', problem: null, attempts: 0 });
  });

  it("is not dropped because the slot's end passed: the technician travels on", async () => {
    const world = await makeWorld(db.sql, { ...onTelegram, visit: { day: '2026-03-05' } });
    await depart(world);
    await passDeadlines(db, new Date('2026-03-05T13:00:00-03:00'));
    await send(world.visitId);
    expect((await noticesOf(world.visitId)).map(({ state }) => state)).toEqual(['sent']);
  });

  it('announces the last of two departures once', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    for (const on of [true, false, true]) await depart(world, on);
    await send(world.visitId);
    expect(telegram.journal.count()).toBe(1);
    expect((await noticesOf(world.visitId)).map(({ state }) => state)).toEqual(['dropped', 'sent']);
  });

  it('is unknown when the process that was sending it died, and only once its try must be over', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    await db.sql`update notices set state = 'sending', not_before = now() + interval '60 seconds'
      where visit_id = ${world.visitId}`;
    const { waitMs } = await send(world.visitId);
    expect(waitMs).toBeGreaterThan(50_000);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'sending' });
    await letTimePass(world.visitId);
    await send(world.visitId);
    expect(await noticeOf(world.visitId)).toMatchObject({
      state: 'unknown',
      problem: expect.stringContaining('interrumpió'),
    });
    expect(telegram.journal.count()).toBe(0);
  });

  it('is settled by the try that holds it: a late answer of an earlier one changes nothing', async () => {
    const world = await makeWorld(db.sql, onTelegram);
    await depart(world);
    const { id } = await noticeOf(world.visitId);
    const attempt = { channel: 'telegram', recipient: '5001', subject: '', text: 'x' };
    const settle = (token: string | null, step: string) =>
      settleNotice(
        { db, actor: timerActor([world.operation]) },
        { notice_id: id, token, step, after_seconds: 0 },
      );
    const first = await beginNotice(db, id, attempt);
    expect(await beginNotice(db, id, attempt)).toBeNull();
    expect(await settle(first, 'RETRY')).toMatchObject({ state: 'pending' });
    const second = await beginNotice(db, id, attempt);
    for (const step of ['RETRY', 'SENT', 'DOUBT']) expect(isRefusal(await settle(first, step))).toBe(true);
    expect(isRefusal(await settle(null, 'TRY'))).toBe(true);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'sending' });
    expect(await settle(second, 'SENT')).toMatchObject({ state: 'sent' });
    expect(isRefusal(await settle(second, 'SENT'))).toBe(true);
  });
});

describe('a message to staff', () => {
  it('is not sent to a technician who does not have the visit any more', async () => {
    const world = await makeWorld(db.sql, { user: { telegramChatId: '5001', activeOnTelegram: true } });
    const other = await addTechnician(db.sql, world.operation);
    await db.sql`insert into notices (key, operation, visit_id, audience, user_id, template)
      values ('x', ${world.operation}, ${world.visitId}, 'technician', ${other.userId}, 'technician-assigned')`;
    await send(world.visitId);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'dropped' });
  });

  it('notifies the subscribed supervisors of the operation, not the one who did it, and names who had the visit', async () => {
    const world = await makeWorld(db.sql, {
      user: { subscribedToTechs: true, telegramChatId: '5001', activeOnTelegram: true },
      visit: { technicianId: null },
    });
    const elsewhere = await makeWorld(db.sql, { user: { subscribedToTechs: true } });
    const watching = { subscribedToTechs: true, telegramChatId: '5002', activeOnTelegram: true };
    await addUser(db.sql, world.operation, watching, ['can_subscribe_to_techs']);
    await addUser(db.sql, world.operation, { telegramChatId: '5001', activeOnTelegram: true });
    const context = { db, actor: await actorOf(db.sql, world.userId) };
    await takeVisit(context, { visit_id: world.visitId });
    await releaseVisit(context, { visit_id: world.visitId, notes: 'se rompió la camioneta' });
    const events = await claimOutbox(db, 1_000, 60);
    for (let twice = 0; twice < 2; twice++) await notifySupervisors(db, events);
    await send(world.visitId);
    expect(telegram.journal.all().map(({ to, text }) => [to, text.split('\n')[0]])).toEqual([
      ['5002', expect.stringMatching(/Tomás Ñáñez \d+ tomó la visita/)],
      ['5002', expect.stringMatching(/Tomás Ñáñez \d+ liberó la visita/)],
    ]);
    expect(await noticesOf(elsewhere.visitId)).toHaveLength(0);
  });

  it('notifies both technicians of a hand-over once it can no longer be taken back, and none of one that was', async () => {
    const world = await makeWorld(db.sql, { user: { telegramChatId: '5001', activeOnTelegram: true } });
    const other = await addTechnician(db.sql, world.operation, {
      telegramChatId: '5002',
      activeOnTelegram: true,
    });
    const actor = await actorOf(db.sql, await addUser(db.sql, world.operation));
    const input = { visit_id: [world.visitId], tech_id: other.technicianId };
    await changeTechnician({ db, actor, key: 'k1' }, input);
    const { waitMs } = await send(world.visitId);
    expect(waitMs).toBeGreaterThan(undoSeconds * 1_000);
    expect(telegram.journal.count()).toBe(0);

    await undoChange({ db, actor }, { visit_id: world.visitId, key: 'k1' });
    await letTimePass(world.visitId);
    await send(world.visitId);
    expect(telegram.journal.count()).toBe(0);
    expect((await noticesOf(world.visitId)).map(({ state }) => state)).toEqual(['dropped', 'dropped']);

    await changeTechnician({ db, actor, key: 'k2' }, input);
    await letTimePass(world.visitId);
    await send(world.visitId);
    expect(telegram.journal.all().map(({ to, text }) => [to, text.split('\n')[0]])).toEqual([
      ['5001', expect.stringContaining('Esta visita ya no es tuya.')],
      ['5002', expect.stringContaining('Te pasaron una visita de otro técnico.')],
    ]);
  });

  it('is sent to no supervisor who may not subscribe any more, nor works in the operation', async () => {
    const world = await makeWorld(db.sql, { visit: { technicianId: null } });
    const watching = { subscribedToTechs: true, telegramChatId: '5002', activeOnTelegram: true };
    const supervisor = (columns = watching) =>
      addUser(db.sql, world.operation, columns, ['can_subscribe_to_techs']);
    const [lostRight, lostOperation] = [await supervisor(), await supervisor()];
    await addUser(db.sql, world.operation, watching);
    const context = { db, actor: await actorOf(db.sql, world.userId) };
    await takeVisit(context, { visit_id: world.visitId });
    await notifySupervisors(db, await claimOutbox(db, 1_000, 60));
    const recipients = await db.sql<{ userId: number }[]>`
      select user_id from notices where visit_id = ${world.visitId} and audience = 'supervisor' order by user_id`;
    expect(recipients.map(({ userId }) => userId)).toEqual([lostRight, lostOperation]);
    // Both are decided, and wait: what is taken from them by then counts.
    await db.sql`delete from user_permissions where user_id = ${lostRight}`;
    await db.sql`delete from user_operations where user_id = ${lostOperation}`;
    await send(world.visitId);
    expect(telegram.journal.count()).toBe(0);
    expect((await noticesOf(world.visitId)).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
    await releaseVisit(context, { visit_id: world.visitId, notes: 'se rompió la camioneta' });
    await notifySupervisors(db, await claimOutbox(db, 1_000, 60));
    expect(await noticesOf(world.visitId)).toHaveLength(2);
  });

  it('is not sent to a technician from whom the operation was taken', async () => {
    const world = await makeWorld(db.sql, { user: { telegramChatId: '5001', activeOnTelegram: true } });
    await db.sql`insert into notices (key, operation, visit_id, audience, user_id, template)
      values ('taken', ${world.operation}, ${world.visitId}, 'technician', ${world.userId}, 'technician-assigned')`;
    await db.sql`delete from user_operations where user_id = ${world.userId}`;
    await send(world.visitId);
    expect(telegram.journal.count()).toBe(0);
    expect(await noticeOf(world.visitId)).toMatchObject({ state: 'dropped' });
  });

  it('marks a user who blocked the bot inactive on Telegram', async () => {
    const world = await makeWorld(db.sql, { visit: { technicianId: null } });
    const blocked = await addUser(
      db.sql,
      world.operation,
      {
        ...{ subscribedToTechs: true, telegramChatId: '5002', activeOnTelegram: true },
        email: 'jefe@example.com',
      },
      ['can_subscribe_to_techs'],
    );
    telegram.faults.set({ kind: 'forbidden', to: '5002' });
    await takeVisit({ db, actor: await actorOf(db.sql, world.userId) }, { visit_id: world.visitId });
    await notifySupervisors(db, await claimOutbox(db, 1_000, 60));
    await send(world.visitId, { ...telegramOn(), ...emailOn() });
    expect(smtp.journal.count('jefe@example.com')).toBe(1);
    const [user] = await db.sql`select active_on_telegram from users where id = ${blocked}`;
    expect(user).toEqual({ activeOnTelegram: false });
  });
});
