import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLinkCode } from '../../db/commands/bot/create-link-code.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { openDb } from '../../db/connection/open.ts';
import { startBot } from '../../workers/bot/start-bot.ts';
import { limit } from '../gate/limits.mjs';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { openRecord } from '../support/postgres/open-record.ts';
import { startProxy } from '../support/processes/tcp-proxy.ts';
import {
  actorOf,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// The chat bot against a strict Bot API over HTTP, with the record as it is (S1 §4, §8; S2 §2 'Profile').

const db = openRecord({ reads: 4, writes: 4, transactions: 3 });
let telegram: TelegramServer;
let world: World;
let chat: number;
let nextChat = 600_000;
const running: { close(): Promise<void> }[] = [];
const failures: string[] = [];

const open = async (more: Partial<Parameters<typeof startBot>[0]> = {}) => {
  const bot = await startBot({
    db: db(),
    token: telegram.token,
    apiRoot: telegram.url,
    publicUrl: 'https://agenda.example',
    webhook: null,
    onError: (place, error) => void failures.push(`${place}: ${(error as Error).message}`),
    ...more,
  });
  running.push(bot);
  return bot;
};

beforeEach(async () => {
  telegram = await startTelegram();
  await db().sql`delete from chat_bots`;
  await db().sql`delete from chat_updates`;
  chat = ++nextChat;
  telegram.addChat(chat);
  world = await makeWorld(db().sql, {
    operation: { onTheWayAllowed: true },
    user: { telegramChatId: String(chat), activeOnTelegram: true },
    client: { name: 'Lía *Nuñez* <b>' },
    visit: { clientAddress: 'Belgrano 12' },
  });
  failures.length = 0;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((bot) => bot.close()));
  await telegram.close();
});

const texts = (of = chat) => telegram.shown(of).map(({ text }) => text);
const last = (of = chat) => telegram.shown(of).at(-1)!;
const says = (part: string, of = chat) => until(() => texts(of).some((text) => text.includes(part)), 8_000);
const labels = (message: { reply_markup?: unknown }) =>
  ((message.reply_markup as { inline_keyboard?: { text: string }[][] })?.inline_keyboard ?? [])
    .flat()
    .map(({ text }) => text);
/** The message that shows a visit. */
const cardOf = (visitId: number, of = chat) =>
  telegram.shown(of).find(({ text }) => text.includes(`Visita #${visitId} `))!;
const visit = async (id = world.visitId) =>
  (
    await db()
      .sql`select technician_id, on_the_way, arrived, detached_comments, version from visits where id = ${id}`
  )[0]!;
const list = async (text = '/visitas', visitId = world.visitId) => {
  telegram.receiveText(chat, text);
  await until(() => cardOf(visitId) !== undefined, 8_000);
  return cardOf(visitId);
};
/** Press, and how it was answered. */
const press = async (data: string, messageId: number, of = chat) => {
  const before = telegram.pressed.length;
  telegram.pressButton(of, messageId, data);
  await until(() => telegram.pressed.length > before, 8_000);
  await settled();
  return telegram.pressed.at(-1)!;
};
const settled = () =>
  until(async () => {
    const [row] = await db().sql<
      { n: number }[]
    >`select count(*)::int n from chat_updates where done_at is null`;
    return row!.n === 0;
  }, 8_000);
const free = () => addVisit(db().sql, world, { technicianId: null });

describe('/start', () => {
  it('answers with the identifier, ready to be copied, and how to link it', async () => {
    await open();
    const stranger = ++nextChat;
    telegram.receiveText(stranger, '/start');
    await says(`Tu identificador es ${stranger}`, stranger);
    const { raw } = telegram.journal.all(String(stranger))[0]!;
    const { text, entities, parse_mode } = raw as {
      text: string;
      entities: { type: string; offset: number; length: number }[];
      parse_mode?: string;
    };
    expect(text).toContain('https://agenda.example/profile');
    expect(text.slice(entities[0]!.offset, entities[0]!.offset + entities[0]!.length)).toBe(String(stranger));
    expect(entities[0]!.type).toBe('code');
    expect(parse_mode).toBeUndefined();
  });

  it('answers a linked technician who they are, with the two lists at hand', async () => {
    await open();
    telegram.receiveText(chat, '/start');
    await says('Estás vinculado como Tomás');
    expect(JSON.stringify(last().reply_markup)).toContain('Visitas para tomar');
    expect(telegram.commands()).toContainEqual({ command: 'visitas', description: 'Mis visitas de hoy' });
  });

  it('is not answered in a group', async () => {
    await open();
    telegram.receiveText(chat, '/visitas', { group: true });
    await until(async () => (await db().sql`select 1 from chat_updates`).count === 1);
    await settled();
    expect(telegram.journal.count()).toBe(0);
  });
});

describe('linking in one tap', () => {
  const codeOf = async (userId: number) => {
    const actor = await actorOf(db().sql, userId);
    return ((await createLinkCode({ db: db(), actor, key: 'una-clave' }, {})) as { code: string }).code;
  };
  const linkOf = async (userId: number) =>
    (
      await db().sql`select telegram_chat_id, active_on_telegram, wa_number from users where id = ${userId}`
    )[0]!;
  let user: number;
  beforeEach(async () => {
    user = await addUser(db().sql, world.operation, { waNumber: '+5493515550101' }, [
      'can_edit_telegram_chat_id',
    ]);
  });

  it('links the chat that sends the code, once, and keeps the WhatsApp number', async () => {
    await open();
    const code = await codeOf(user);
    expect(code).toMatch(/^[\w-]{22,64}$/);
    const stranger = ++nextChat;
    telegram.receiveText(stranger, `/start ${code}`);
    await says('quedó vinculado a Tomás', stranger);
    expect(await linkOf(user)).toEqual({
      telegramChatId: String(stranger),
      activeOnTelegram: true,
      waNumber: '+5493515550101',
    });
    const second = ++nextChat;
    telegram.receiveText(second, `/start ${code}`);
    await says('ya se usó o venció', second);
    expect((await linkOf(user)).telegramChatId).toBe(String(stranger));
  });

  it('refuses a code that is wrong, expired or replaced, and changes nothing', async () => {
    await open();
    const old = await codeOf(user);
    const code = await codeOf(user);
    await db().sql`update chat_link_codes set expires_at = now() - interval '1 second' where used_at is null`;
    for (const sent of [old, code, 'x'.repeat(32), "'; drop table users"]) {
      const stranger = ++nextChat;
      telegram.receiveText(stranger, `/start ${sent}`);
      await says('ya se usó o venció', stranger);
    }
    expect(await linkOf(user)).toMatchObject({ telegramChatId: null, activeOnTelegram: false });
  });

  it('keeps no code as it is, not even under an idempotency key', async () => {
    const code = await codeOf(user);
    const [row] = await db().sql`
      select (select count(*) from chat_link_codes where encode(code_hash, 'escape') like ${`%${code}%`})
        + (select count(*) from idempotency_keys where answer::text like ${`%${code}%`}) as n`;
    expect(Number(row!.n)).toBe(0);
  });

  it('needs the permission, also when it was withdrawn after the code was made', async () => {
    await open();
    const code = await codeOf(user);
    await db().sql`delete from user_permissions where user_id = ${user}`;
    const stranger = ++nextChat;
    telegram.receiveText(stranger, `/start ${code}`);
    await says('No poseés permisos', stranger);
    expect((await linkOf(user)).telegramChatId).toBeNull();
  });

  it('moves the chat from the user who had it', async () => {
    await open();
    telegram.receiveText(chat, `/start ${await codeOf(user)}`);
    await says('quedó vinculado');
    expect((await linkOf(user)).telegramChatId).toBe(String(chat));
    expect(await linkOf(world.userId)).toMatchObject({ telegramChatId: null, activeOnTelegram: false });
  });

  it('lets the user who proved to have the chat act, though another typed its number', async () => {
    await open();
    const other = await addTechnician(db().sql, world.operation, {
      telegramChatId: String(chat),
      activeOnTelegram: true,
    });
    telegram.receiveText(chat, '/visitas');
    await says('figura en más de un usuario');
    await db().sql`update users set telegram_chat_proven = true where id = ${world.userId}`;
    await list();
    expect(other.userId).not.toBe(world.userId);
  });
});

describe('a technician’s day', () => {
  it('is each visit with its order, client, address, slot and state, and buttons for what can be done', async () => {
    await open();
    const card = await list('Mis visitas de hoy');
    for (const part of [
      world.orderNumber,
      'Lía *Nuñez* <b>',
      'Belgrano 12',
      '9 a 13',
      'Pendiente, asignada a vos',
    ])
      expect(card.text).toContain(part);
    expect(labels(card)).toEqual(['Voy en camino', 'Liberar visita']);
    expect(telegram.journal.all().every(({ raw }) => !('parse_mode' in (raw as object)))).toBe(true);
  });

  it('lists the earliest slot first, at most 15, and says how many there are', async () => {
    await open();
    for (let i = 0; i < 16; i++) await free();
    telegram.receiveText(chat, '/tomar');
    await says('Visitas para tomar: 16');
    await settled();
    expect(texts()[0]).toContain('Se muestran las 15 visitas más antiguas de 16.');
    expect(texts()).toHaveLength(16);
  });

  it('says so when there is none', async () => {
    await db().sql`update visits set day = day + 1 where id = ${world.visitId}`;
    await open();
    telegram.receiveText(chat, '/visitas');
    await says('No posee visitas asignadas para el día de hoy.');
    telegram.receiveText(chat, 'Visitas para tomar');
    await says('No hay visitas sin asignar para hoy.');
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'an unlinked chat',
      'no está vinculado',
      () => db().sql`update users set telegram_chat_id = null where id = ${world.userId}`,
    ],
    [
      'a closed account',
      'no está activo',
      () => db().sql`update users set active = false where id = ${world.userId}`,
    ],
    [
      'a link that is over',
      'no está activo',
      () => db().sql`update users set active_on_telegram = false where id = ${world.userId}`,
    ],
    [
      'no technician',
      'Tu usuario no tiene un técnico asociado.',
      async () => {
        await db()
          .sql`update visits set technician_id = null, assigned_at = null where id = ${world.visitId}`;
        await db().sql`delete from technicians where user_id = ${world.userId}`;
      },
    ],
    [
      'no operation',
      'no tiene operaciones',
      () => db().sql`delete from user_operations where user_id = ${world.userId}`,
    ],
  ])('is refused to %s, and the buttons too', async (_who, text, change) => {
    await open();
    const { message_id: id } = await list();
    const before = await visit();
    await change();
    telegram.receiveText(chat, '/visitas');
    await says(text);
    const answer = await press(`away:${world.visitId}`, id);
    expect(answer).toMatchObject({ alert: true });
    expect(answer.text).toContain(text);
    expect((await visit()).onTheWay).toBe(before.onTheWay);
  });
});

describe('the buttons', () => {
  it('take a visit, by the same command and under the technician’s name', async () => {
    await open();
    const id = await free();
    const card = await list('/tomar', id);
    expect(labels(card)).toEqual(['Tomar']);
    expect(await press(`take:${id}`, card.message_id)).toMatchObject({
      text: 'Tomaste la visita.',
      alert: false,
    });
    expect(cardOf(id).text).toContain('asignada a vos');
    expect(labels(cardOf(id))).toEqual(['Voy en camino', 'Liberar visita']);
    const [event] = await db().sql`select name, actor_id, key from events where visit_id = ${id}`;
    expect(event).toMatchObject({ name: 'visit.taken', actorId: world.userId });
    expect(event!.key).toMatch(/^telegram-\d+$/);
  });

  it('set on the way, notify the customer, and offer no second departure', async () => {
    await open();
    const card = await list();
    expect(await press(`away:${world.visitId}`, card.message_id)).toMatchObject({ alert: false });
    expect((await visit()).onTheWay).toBe(true);
    expect(labels(cardOf(world.visitId))).toEqual(['Llegué']);
    expect(cardOf(world.visitId).text).toContain('En camino');
    const notices = await db().sql`select audience from notices where visit_id = ${world.visitId}`;
    expect(notices).toMatchObject([{ audience: 'customer' }]);

    const second = await addVisit(db().sql, world);
    expect(await press(`away:${second}`, card.message_id)).toMatchObject({
      text: 'Ya vas en camino para otra visita.',
      alert: true,
    });
    expect(await press(`leave:${world.visitId}`, card.message_id)).toMatchObject({
      text: 'No se puede desasignar una visita en camino. Si no podes realizar la visita, por favor cancelala.',
      alert: true,
    });
  });
  it('say that the technician has arrived', async () => {
    await open();
    const card = await list();
    await press(`away:${world.visitId}`, card.message_id);
    expect(await press(`arrive:${world.visitId}`, card.message_id)).toMatchObject({
      text: 'Registramos que llegaste.',
      alert: false,
    });
    expect((await visit()).arrived).toBe(true);
    expect(cardOf(world.visitId).text).toContain('En el domicilio');
    expect(labels(cardOf(world.visitId))).toEqual([]);
  });

  it('of an older state get the refusal, and the message shows the visit as it is', async () => {
    await open();
    const id = await free();
    const card = await list('/tomar', id);
    const other = await addTechnician(db().sql, world.operation);
    await takeVisit({ db: db(), actor: await actorOf(db().sql, other.userId) }, { visit_id: id });
    expect(await press(`take:${id}`, card.message_id)).toMatchObject({
      text: 'La visita ya está asignada a otro técnico.',
      alert: true,
    });
    expect(cardOf(id).text).toContain('asignada a otro técnico');
    expect(labels(cardOf(id))).toEqual([]);
  });

  it('do nothing to a visit of another operation, nor to what is no visit', async () => {
    await open();
    const card = await list();
    const elsewhere = await makeWorld(db().sql, { visit: { technicianId: null } });
    for (const [data, text] of [
      [`take:${elsewhere.visitId}`, 'Visita inexistente'],
      [`leave:${elsewhere.visitId}`, 'Visita inexistente'],
      ['take:99999999999', 'Ese botón ya no sirve'],
      ['take:1e3', 'Ese botón ya no sirve'],
      ['take:2147483648', 'Ese botón ya no sirve'],
      ['close:1', 'Ese botón ya no sirve'],
      ['', 'Ese botón ya no sirve'],
    ] as const) {
      const answer = await press(data, card.message_id);
      expect(answer.alert, data).toBe(true);
      expect(answer.text).toContain(text);
    }
    expect((await visit(elsewhere.visitId)).technicianId).toBeNull();
    expect(texts().join()).not.toContain(`#${elsewhere.visitId} `);
    expect(telegram.openQueries()).toBe(0);
  });

  it('ask why a visit is left, and leave it for a reason of 5 to 100 characters', async () => {
    await open();
    const card = await list();
    await press(`leave:${world.visitId}`, card.message_id);
    await says('¿Por qué dejás la visita');
    const question = last();
    expect(question.reply_markup).toMatchObject({ force_reply: true });
    telegram.receiveText(chat, 'no', { replyTo: question.message_id });
    await says('Debe ingresar el motivo de la desasignación');
    await until(
      () => last().message_id > question.message_id + 1 && last().text.startsWith('¿Por qué'),
      8_000,
    );
    expect((await visit()).technicianId).toBe(world.technicianId);
    telegram.receiveText(chat, 'x'.repeat(101), { replyTo: last().message_id });
    await until(() => texts().filter((text) => text.startsWith('¿Por qué')).length === 3, 8_000);
    await settled();
    telegram.receiveText(chat, '  Se rompió el auto  ', { replyTo: last().message_id });
    await says('Dejaste la visita.');
    await settled();
    expect(await visit()).toMatchObject({ technicianId: null, detachedComments: 'Se rompió el auto' });
    expect(labels(cardOf(world.visitId))).toEqual(['Tomar']);
  });

  it('keep what they asked over a restart', async () => {
    const first = await open();
    const card = await list();
    await press(`leave:${world.visitId}`, card.message_id);
    await says('¿Por qué dejás la visita');
    await first.close();
    telegram.receiveText(chat, 'Se rompió el auto', { replyTo: last().message_id });
    await open();
    await says('Dejaste la visita.');
    expect((await visit()).technicianId).toBeNull();
  });

  it('are no way to answer a question of another user, or none', async () => {
    await open();
    const card = await list();
    telegram.receiveText(chat, 'Se rompió el auto', { replyTo: card.message_id });
    await says('ya no espera respuesta');
    telegram.receiveText(chat, 'Se rompió el auto');
    await says('Tocá «Mis visitas de hoy»');
    expect((await visit()).technicianId).toBe(world.technicianId);
  });
});

describe('what is delivered again, or to several', () => {
  it('acts once, and is answered as the first time', async () => {
    const first = await open();
    const id = await free();
    const card = await list('/tomar', id);
    const update = telegram.pressButton(chat, card.message_id, `take:${id}`);
    await until(() => telegram.pressed.length === 1, 8_000);
    await settled();
    await first.close();
    const [before] = await db().sql`select count(*)::int n from events where visit_id = ${id}`;
    telegram.redeliver(update);
    await open();
    await until(() => (telegram.calls.get('getUpdates') ?? 0) > 3, 8_000);
    await settled();
    const [after] = await db().sql`select count(*)::int n from events where visit_id = ${id}`;
    expect([before!.n, after!.n]).toEqual([1, 1]);
    // Its worker died between the act and the word: another takes it up, and the command answers as it did.
    await db().sql`
      update chat_updates set done_at = null, held_until = null, sent = 0, outcome = null,
        body = ${JSON.stringify({ update_id: update, callback_query: { id: '1', from: { id: chat, is_bot: false, first_name: 'Ana' }, chat_instance: '1', data: `take:${id}`, message: { ...card, date: 1 } } })}::text::json
      where update_id = ${update}`;
    await settled();
    expect((await visit(id)).version).toBe(2);
    expect((await db().sql`select 1 from events where visit_id = ${id}`).count).toBe(1);
    expect(cardOf(id).text).toContain('asignada a vos');
  });

  it('by two workers is done by one, each thing once, and in its order', async () => {
    const other = openDb(db.url(), { reads: 2, writes: 2, transactions: 2 });
    try {
      await Promise.all([open(), open({ db: other })]);
      const chats: number[] = [];
      while (chats.length < 6) {
        const id = ++nextChat;
        telegram.addChat(id);
        await addTechnician(db().sql, world.operation, {
          telegramChatId: String(id),
          activeOnTelegram: true,
        });
        chats.push(id);
      }
      for (let round = 0; round < 4; round++)
        for (const id of chats) telegram.receiveText(id, `/start r${round}`);
      for (const id of chats) telegram.receiveText(id, '/visitas');
      await until(() => chats.every((id) => texts(id).length === 5), 15_000);
      await settled();
      for (const id of chats) {
        expect(
          texts(id)
            .slice(0, 4)
            .every((text) => text.includes('ya se usó')),
        ).toBe(true);
        expect(texts(id)[4]).toContain('No posee visitas');
      }
      expect(telegram.journal.count()).toBe(30);
      expect(failures.filter((text) => text.includes('409'))).toEqual([]);
    } finally {
      await Promise.all(running.splice(0).map((bot) => bot.close()));
      await other.close();
    }
  });
});

describe('a worker whose connections to the record hang', () => {
  it('is replaced within 15 s, and what it fetched and could not keep is not lost', async () => {
    const behind = new URL(db.url());
    const proxy = await startProxy(Number(behind.port));
    behind.port = String(proxy.port);
    const silent = openDb(behind.href, { reads: 2, writes: 2, transactions: 2 });
    try {
      const first = await open({ db: silent });
      telegram.receiveText(chat, '/start');
      await says('Estás vinculado');
      await settled();
      const said = texts().length;
      await open();
      proxy.silence();
      telegram.receiveText(chat, '/visitas');
      const from = Date.now();
      await until(() => cardOf(world.visitId) !== undefined, 15_000);
      expect(Date.now() - from).toBeLessThan(limit(15_000));
      await settled();
      expect(texts()).toHaveLength(said + 2);
      const asked = Date.now();
      await first.close();
      expect(Date.now() - asked).toBeLessThan(limit(8_000));
    } finally {
      await Promise.all(running.splice(0).map((bot) => bot.close()));
      await proxy.close();
      await silent.close();
    }
  }, 60_000);
});

describe('a failing Telegram', () => {
  it.each([
    ['429, and waits as asked', { kind: 'rate-limit', retryAfterSeconds: 2 }],
    ['502', { kind: 'bad-gateway', times: 2 }],
    ['a cut connection', { kind: 'cut', times: 1 }],
  ] as const)('survives %s: the press acts once and the answer arrives', async (_name, fault) => {
    await open();
    const id = await free();
    const card = await list('/tomar', id);
    telegram.faults.set({ ...fault, to: String(chat) });
    telegram.pressButton(chat, card.message_id, `take:${id}`);
    await until(() => cardOf(id).text.includes('asignada a vos'), 20_000);
    await until(async () => (await visit(id)).technicianId === world.technicianId);
    expect((await db().sql`select 1 from events where visit_id = ${id}`).count).toBe(1);
    expect(telegram.pressed).toHaveLength(1);
  });

  it('that hangs for one chat keeps no other waiting', async () => {
    await open();
    telegram.faults.set({ kind: 'hang', to: String(chat), times: 1 });
    telegram.receiveText(chat, '/visitas');
    const stranger = ++nextChat;
    await until(async () => (await db().sql`select 1 from chat_updates where attempts = 1`).count === 1);
    telegram.receiveText(stranger, '/start');
    await says('Tu identificador', stranger);
    expect(texts()).toEqual([]);
    await until(() => texts().length > 0, 20_000);
  });

  it('goes on with a list where it was cut off', async () => {
    await open();
    for (let i = 0; i < 14; i++) await free();
    // Set before it begins: a list goes out too fast to be met in its middle.
    telegram.faults.set({ kind: 'rate-limit', retryAfterSeconds: 1, to: String(chat), after: 3 });
    telegram.receiveText(chat, '/tomar');
    await until(() => texts().length === 15, 15_000);
    await settled();
    expect(telegram.calls.get('sendMessage')).toBeGreaterThan(15);
    expect(new Set(texts()).size).toBe(15);
  });

  it.each([
    ['429', { kind: 'rate-limit', retryAfterSeconds: 1 }],
    ['502', { kind: 'bad-gateway', times: 2 }],
    ['409', { kind: 'conflict', times: 1 }],
    ['a cut connection', { kind: 'cut', times: 1 }],
  ] as const)(
    'while fetching (%s) loses nothing',
    async (_name, fault) => {
      telegram.pollFaults.set(fault);
      await open();
      telegram.receiveText(chat, '/visitas');
      await says('Belgrano 12').catch(() => says('Belgrano 12'));
      await settled();
      expect(texts().filter((text) => text.includes(`#${world.visitId} `))).toHaveLength(1);
    },
    40_000,
  );

  it('that has a webhook set by another is put right, and one that knows no menus does without', async () => {
    telegram.unknown.add('setMyCommands');
    await open();
    telegram.receiveText(chat, '/start');
    await says('Estás vinculado');
    expect(failures).toEqual(['bot: setMyCommands: 404 Not Found']);
    await fetch(`${telegram.url}/bot${telegram.token}/setWebhook?url=http://127.0.0.1:9/x`);
    telegram.receiveText(chat, '/visitas');
    await until(() => telegram.webhook() === null, 15_000);
    await until(() => cardOf(world.visitId) !== undefined, 15_000);
  }, 40_000);

  it('that is a wrong token is reported once, without it, and ends nothing', async () => {
    telegram.pollFaults.set({ kind: 'unauthorized' });
    const bot = await open();
    await until(() => failures.length > 0);
    // That nothing more is reported can only be seen after a while.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(failures).toEqual(['bot: getUpdates: 401 Unauthorized']);
    await bot.close();
    const wrong = await open({ token: '700100:AAwrong' });
    await until(() => failures.length > 1);
    expect(failures.join()).not.toContain('AA');
    const from = Date.now();
    await wrong.close();
    expect(Date.now() - from).toBeLessThan(limit(3_000));
  });

  it('403: who blocked the bot is taken for unreachable', async () => {
    await open();
    telegram.block(chat);
    telegram.receiveText(chat, '/visitas');
    await until(async () => {
      const [user] = await db().sql`select active_on_telegram from users where id = ${world.userId}`;
      return user!.activeOnTelegram === false;
    }, 8_000);
    await settled();
    expect(telegram.journal.count()).toBe(0);
  });

  it('does not keep the worker from ending', async () => {
    const bot = await open();
    telegram.faults.set({ kind: 'hang' });
    telegram.receiveText(chat, '/visitas');
    await until(async () => (await db().sql`select 1 from chat_updates where attempts = 1`).count === 1);
    const from = Date.now();
    await bot.close();
    expect(Date.now() - from).toBeLessThan(limit(5_000));
    telegram.faults.set(null);
    await open();
    await list();
  });
});
