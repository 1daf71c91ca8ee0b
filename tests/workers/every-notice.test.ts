import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelCustomerVisit } from '../../db/commands/conversation/cancel-customer-visit.ts';
import { editConversation } from '../../db/commands/conversation/edit-conversation.ts';
import { customerActor } from '../../db/commands/conversation/lock-customer-visit.ts';
import { finishVisit } from '../../db/commands/field/finish-visit.ts';
import { passDeadlines } from '../../db/commands/field/pass-deadlines.ts';
import { releaseVisit } from '../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { editSlot } from '../../db/commands/settings/edit-slot.ts';
import { notifySlotHours } from '../../db/commands/settings/notify-slot-hours.ts';
import { changeTechnician } from '../../db/commands/visits/change-technician.ts';
import { createVisit } from '../../db/commands/visits/create-visit.ts';
import { editVisit } from '../../db/commands/visits/edit-visit.ts';
import { rescheduleVisits } from '../../db/commands/visits/reschedule-visits.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { seenOf } from '../../db/reads/visits/external-visit.ts';
import { listNotices } from '../../db/reads/visits/visit.ts';
import type { Context } from '../../db/record/transact.ts';
import { lockVisit } from '../../db/record/visit-row.ts';
import { openKeys } from '../../db/secrets/keys.ts';
import { addDays, formatDay, today } from '../../machines/calendar/slots.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { makeJobs } from '../../workers/jobs/index.ts';
import { openPushQueue } from '../../workers/push-queue.ts';
import { makeQueues, type Queues } from '../../workers/queue.ts';
import { openReactionQueue, openReactionWorker } from '../../workers/reaction-queue.ts';
import { openRelay, type Relay } from '../../workers/relay.ts';
import { makeSenders } from '../../workers/senders/index.ts';
import { remindAllCustomers } from '../../workers/timed-jobs.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import {
  actorOf,
  addOrder,
  addReason,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// Every row of contract §6, and the customer's conversation: from the command through outbox, queue and Bot API,
// once, in es-AR, and shown on its visit.

const customer = '5001';
const technicianChat = '5002';
const otherChat = '5003';
const supervisorChat = '5004';
const database = ownDatabase();
const keys = openKeys({ secret: 'a secret of at least 32 characters', publicUrl: 'https://agenda.example' });
const day = today(new Date());
const tomorrow = addDays(day, 1);
let db: Db;
let telegram: TelegramServer;
let queues: Queues;
let relay: Relay;
let world: World;
let jefe: Context;
let tecnico: Context;
let other: { userId: number; technicianId: number };

beforeAll(async () => {
  db = openDb(database.url, { transactions: 12 });
  telegram = await startTelegram({ chats: [customer, technicianChat, otherChat, supervisorChat] });
  queues = await makeQueues({ databaseUrl: database.url });
  const settings = { telegramBotToken: telegram.token, telegramApiRoot: telegram.url, whatsappApiRoot: '' };
  openReactionWorker(
    queues,
    makeJobs({ db, senders: makeSenders(settings), keys, pushes: openPushQueue(queues) }),
  );
  relay = await openRelay(db, openReactionQueue(queues), () => {});
  await addReason(db.sql, { value: 6, text: 'Concluida', finalizes: true });
  await addReason(db.sql, { value: 20, text: 'Ausente', cancels: true, responsible: 'cliente' });
  await addReason(db.sql, { value: 24, text: 'Otra fecha', cancels: true, reschedules: true });
});
afterAll(async () => {
  await relay?.close();
  await queues?.close(500);
  await Promise.all([db?.close(), telegram?.close()]);
});
beforeEach(async () => {
  world = await makeWorld(db.sql, {
    operation: { name: 'Villa María', autoReleaseMinutes: 30 },
    client: { name: 'Ana Núñez', telegramChatId: customer },
    user: { firstName: 'Tomás', lastName: 'Güemes', telegramChatId: technicianChat, activeOnTelegram: true },
  });
  other = await addTechnician(db.sql, world.operation, {
    ...{ firstName: 'Berta', lastName: 'Paz', telegramChatId: otherChat, activeOnTelegram: true },
  });
  const jefeId = await addUser(db.sql, world.operation, { firstName: 'Julia', lastName: 'Ríos' });
  await addUser(
    db.sql,
    world.operation,
    {
      ...{ subscribedToTechs: true, telegramChatId: supervisorChat, activeOnTelegram: true },
    },
    ['can_subscribe_to_techs'],
  );
  jefe = { db, actor: await actorOf(db.sql, jefeId), keys };
  tecnico = { db, actor: await actorOf(db.sql, world.userId), keys };
});
afterEach(async () => {
  await db.sql`update visits set on_the_way = false where on_the_way`;
  // Each test leaves nothing that the next one's clock would find due.
  await db.sql`update visits set cancelled = true, closed_at = now(), delayed = false, status_id = 20
    where not (finished or cancelled or rescheduled)`;
  telegram.journal.clear();
});

const done = <Answer>(answer: Answer): Exclude<Answer, { refused: true }> => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer as Exclude<Answer, { refused: true }>;
};
/** Waits that a dispatcher may use to take a change back are over. */
const passHolds = async (visitId: number) => {
  await db.sql`update notices set not_before = now() where visit_id = ${visitId} and state = 'pending'`;
  await db.sql`insert into outbox (operation, version, name, visit_id)
    select operation, max(version), 'visit.edited', ${visitId} from events where operation = ${world.operation}
    group by operation on conflict do nothing`;
};
/** What reached these chats, first lines only, once everything that was decided about the visit is out of doubt. */
async function reached(visitId: number, expected: number): Promise<string[]> {
  const lines = async () => {
    const notices = await listNotices(db, jefe.actor, keys, { visitId });
    return notices.length === expected && notices.every(({ state }) => state === 'sent')
      ? notices
      : undefined;
  };
  await until(async () => (await lines()) !== undefined, 10_000);
  const shown = (await lines())!;
  const sent = telegram.journal.all();
  // Shown on the visit as they were sent, each once, but for the link, which is its customer's alone.
  const withoutLink = (text: string) =>
    text.replace(/https:\/\/agenda\.example(\/visit\/external\/view\/)[\w-]{43}/, '…$1…');
  expect(shown.map(({ text }) => text).sort()).toEqual(sent.map(({ text }) => withoutLink(text)).sort());
  return sent.map(({ to, text }) => `${to} ${text.split('\n')[0]}`).sort();
}
const link = expect.stringMatching(/https:\/\/agenda\.example\/visit\/external\/view\/[\w-]{43}/);
const texts = () => telegram.journal.all().map(({ text }) => text);
const turn = 'turno Mañana (de 9 a 13 h)';
/** 'jueves 05/03/2026' */
const dayText = (day: string) =>
  `${new Intl.DateTimeFormat('es-AR', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00Z`))} ${formatDay(day)}`;

describe('the customer is notified', () => {
  it('that the technician is on the way, with `send_notification` only', async () => {
    const quiet = { visit_id: world.visitId, on_the_way: true, send_notification: false };
    done(await setOnTheWay(tecnico, quiet));
    done(await setOnTheWay(tecnico, { ...quiet, on_the_way: false }));
    await db.sql`update users set subscribed_to_techs = false`;
    done(await setOnTheWay(tecnico, { ...quiet, send_notification: true }));
    await until(() => texts().some((text) => text.startsWith('¡Hola')), 10_000);
    expect(texts().filter((text) => text.startsWith('¡Hola'))).toEqual([
      expect.stringMatching(
        /^¡Hola, Ana Núñez! Tomás Güemes va en camino a tu domicilio\.\nEs por tu visita del /,
      ),
    ]);
  });

  const make = {
    created: async (checked: string[]) => {
      const order = { ot_type: 1, ot_number: await addOrder(db.sql, world.clientId), checked };
      const input = { ...order, possibleDate: tomorrow, timestripe: world.slotId };
      return done(await createVisit(jefe, input)).visit_id;
    },
    rescheduled: async (checked: string[]) => {
      const moved = {
        visit_id: await addVisit(db.sql, world),
        new_status: 24,
        reschedule_comments: 'lluvia',
      };
      const to = { new_date: tomorrow, new_timestripe: world.slotId, checked };
      return (done(await rescheduleVisits(jefe, { ...moved, ...to })) as { new_id: number }).new_id;
    },
  };
  it.each([
    ['created', 'Agendamos tu visita técnica para el'],
    ['rescheduled', 'Tu visita técnica cambió de fecha: ahora es el'],
  ] as const)('of a visit that was %s, with its link, if the dispatcher says so', async (how, text) => {
    expect(await reached(await make[how]([]), 0)).toEqual([]);
    const sent = await reached(await make[how](['public_link']), 1);
    expect(sent).toEqual([`${customer} ¡Hola, Ana Núñez! ${text} ${dayText(tomorrow)}, ${turn}.`]);
    expect(texts()).toEqual([link]);
  });
});

describe('the technician is notified', () => {
  it('of a visit assigned at its creation, with `notify_tech` only', async () => {
    for (const notify_tech of [false, true]) {
      const { visit_id: id } = done(
        await createVisit(jefe, {
          ...{ ot_type: 1, ot_number: await addOrder(db.sql, world.clientId), checked: [], notify_tech },
          ...{ possibleDate: day, timestripe: world.slotId, assigned_to: world.technicianId },
        }),
      );
      expect(await reached(id, notify_tech ? 1 : 0)).toEqual(
        notify_tech ? [`${technicianChat} ¡Hola, Tomás Güemes! Te asignaron una visita.`] : [],
      );
    }
  });

  it('of a visit that a dispatcher gives, passes on and withdraws', async () => {
    const free = await addVisit(db.sql, world, { technicianId: null });
    done(await editVisit(jefe, { visit_id: free, tech_id: world.technicianId }));
    await passHolds(free);
    expect(await reached(free, 1)).toEqual([
      `${technicianChat} ¡Hola, Tomás Güemes! Te asignaron una visita.`,
    ]);
    telegram.journal.clear();

    const mine = world.visitId;
    done(await changeTechnician(jefe, { visit_id: [mine], tech_id: other.technicianId }));
    await passHolds(mine);
    expect(await reached(mine, 2)).toEqual([
      `${technicianChat} ¡Hola, Tomás Güemes! Esta visita ya no es tuya.`,
      `${otherChat} ¡Hola, Berta Paz! Te pasaron una visita de otro técnico.`,
    ]);
    telegram.journal.clear();

    const moved = await addVisit(db.sql, world);
    done(
      await rescheduleVisits(jefe, {
        ...{ visit_id: moved, new_date: tomorrow, new_timestripe: world.slotId, new_status: 24 },
        ...{ reschedule_comments: 'lluvia', checked: ['unset_tech'] },
      }),
    );
    expect(await reached(moved, 1)).toEqual([
      `${technicianChat} ¡Hola, Tomás Güemes! Esta visita ya no es tuya.`,
    ]);
  });
});

describe('a subscribed supervisor is notified', () => {
  const first = async (visitId: number, expected: number) =>
    (await reached(visitId, expected))
      .filter((line) => line.startsWith(supervisorChat))
      .map((line) => line.slice(5));

  it('who took, released, went on the way to, and closed a visit', async () => {
    const id = await addVisit(db.sql, world, { technicianId: null });
    done(await takeVisit(tecnico, { visit_id: id }));
    done(await releaseVisit(tecnico, { visit_id: id, notes: 'se rompió la camioneta' }));
    done(await takeVisit(tecnico, { visit_id: id }));
    done(await setOnTheWay(tecnico, { visit_id: id, on_the_way: true, send_notification: false }));
    done(await finishVisit(tecnico, { visit_id: id, status: 6 }));
    expect(await first(id, 5)).toEqual([
      'Tomás Güemes cerró la visita.',
      'Tomás Güemes liberó la visita.',
      'Tomás Güemes tomó la visita.',
      'Tomás Güemes tomó la visita.',
      'Tomás Güemes va en camino a la visita.',
    ]);
    expect(texts()[0]).toContain('Ana Núñez, el');
    expect(texts()[0]).toContain('Villa María');
  });

  it('that a dispatcher closed it, and whose it was', async () => {
    done(await finishVisit(jefe, { visit_id: world.visitId, status: 20, extra_comments: 'no estaba' }));
    expect(await first(world.visitId, 1)).toEqual(['Julia Ríos canceló la visita.']);
    expect(texts()[0]!.split('\n')[1]).toBe('Técnico: Tomás Güemes.');
  });

  it('that the clock released it', async () => {
    await passDeadlines(db, new Date(`${day}T09:30:00-03:00`));
    expect(await first(world.visitId, 1)).toEqual(['El sistema liberó la visita que tenía Tomás Güemes.']);
  });

  it('that its slot ended with the visit open', async () => {
    await db.sql`update operations set auto_release_minutes = null where code = ${world.operation}`;
    await passDeadlines(db, new Date(`${day}T13:00:00-03:00`));
    expect(await first(world.visitId, 1)).toEqual(['Está demorada la visita de Tomás Güemes.']);
  });

  it('that the customer cancelled it', async () => {
    done(await editConversation(jefe, { subsidiary_id: world.operation, replies: true, notice_hours: 0 }));
    const id = await addVisit(db.sql, world, { day: tomorrow });
    const visit = await lockVisit(db.sql, id, [world.operation]);
    const context = { db, actor: customerActor(world.operation), keys };
    done(await cancelCustomerVisit(context, { visit_id: id, seen: seenOf(visit!) }));
    await passHolds(id);
    expect(await first(id, 2)).toEqual(['El cliente canceló la visita.']);
  });
});

describe('where the operation talks with its customers', () => {
  const at = (hour: string) => new Date(`${day}T${hour}-03:00`);

  it('tomorrow’s visits are remembered once, by day, with the link; not the closed ones, nor those made since', async () => {
    done(await editConversation(jefe, { subsidiary_id: world.operation, reminder: true, replies: true }));
    const createdAt = at('09:00:00');
    const id = await addVisit(db.sql, world, { day: tomorrow, createdAt });
    const silent = await Promise.all([
      addVisit(db.sql, world, { day: addDays(day, 2), createdAt }),
      addVisit(db.sql, world, { day, createdAt }),
      addVisit(db.sql, world, { day: tomorrow, createdAt: at('11:00:00') }),
      addVisit(db.sql, world, {
        day: tomorrow,
        createdAt,
        cancelled: true,
        closedAt: createdAt,
        statusId: 20,
      }),
      makeWorld(db.sql, { visit: { day: tomorrow, createdAt } }).then((place) => place.visitId),
    ]);
    expect(await remindAllCustomers({ db, keys }, at('09:59:59'))).toBe(0);
    expect(await remindAllCustomers({ db, keys }, at('21:00:00'))).toBe(0);
    // Several workers at the same moment, and again later.
    const many = await Promise.all(
      Array.from({ length: 4 }, () => remindAllCustomers({ db, keys }, at('10:00:00'))),
    );
    expect(many.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await remindAllCustomers({ db, keys }, at('18:00:00'))).toBe(0);
    expect(await reached(id, 1)).toEqual([
      `${customer} ¡Hola, Ana Núñez! Te recordamos tu visita técnica: es el ${dayText(tomorrow)}, ${turn}.`,
    ]);
    expect(texts()[0]).toMatch(
      /Confirmá que vas a estar, cambiala o cancelala acá: https:\/\/agenda\.example\//,
    );
    for (const visitId of silent)
      expect(await db.sql`select 1 from notices where visit_id = ${visitId}`).toHaveLength(0);
    const [event] =
      await db.sql`select name, actor_name from events where visit_id = ${id} order by version limit 1`;
    expect(event).toEqual({ name: 'visit.reminded', actorName: 'Agenda técnica' });
  });

  it('the hours that their slot was given reach the customers of its visits, with the link', async () => {
    done(await editSlot(jefe, { id: world.slotId, from: 10, to: 14 }));
    done(await notifySlotHours(jefe, { timestripe_id: world.slotId }));
    expect(await reached(world.visitId, 1)).toEqual([
      `${customer} ¡Hola, Ana Núñez! Cambió el horario de tu visita técnica: ahora es el ${dayText(day)}, turno Mañana (de 10 a 14 h).`,
    ]);
    expect(texts()[0]).toMatch(/Mirá los detalles cuando quieras: https:\/\/agenda\.example\//);
  });

  it('a reminder that could not leave in time is dropped', async () => {
    done(await editConversation(jefe, { subsidiary_id: world.operation, reminder: true }));
    const id = await addVisit(db.sql, world, { day: addDays(day, -1) });
    await db.sql`insert into notices (key, operation, visit_id, audience, template)
      values (${`visit-reminder.${id}`}, ${world.operation}, ${id}, 'customer', 'visit-reminder')`;
    await passHolds(id);
    const outcome = async () => (await listNotices(db, jefe.actor, keys, { visitId: id }))[0]!.state;
    await openReactionQueue(queues).add('send-notices', { visitId: id });
    await until(async () => (await outcome()) === 'dropped', 10_000);
    expect(telegram.journal.count()).toBe(0);
  });

  it('a finished visit asks its one question', async () => {
    done(await editConversation(jefe, { subsidiary_id: world.operation, question: true }));
    await db.sql`update users set subscribed_to_techs = false`;
    done(await finishVisit(jefe, { visit_id: world.visitId, status: 6 }));
    expect(await reached(world.visitId, 1)).toEqual([
      `${customer} ¡Hola, Ana Núñez! Terminamos tu visita técnica del ${dayText(day)}, ${turn}. ¿Quedó resuelto?`,
    ]);
    expect(texts()).toEqual([link]);
  });
});
