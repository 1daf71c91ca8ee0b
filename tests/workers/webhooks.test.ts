import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishVisit } from '../../db/commands/field/finish-visit.ts';
import { releaseVisit } from '../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { intakeOrders, intakeTickets } from '../../db/commands/intake/intake.ts';
import { prune } from '../../db/commands/retention/prune.ts';
import { editWebhook } from '../../db/commands/webhooks/edit-webhook.ts';
import { resendDeliveries } from '../../db/commands/webhooks/resend-deliveries.ts';
import { rotateWebhookSecret } from '../../db/commands/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../db/commands/webhooks/test-webhook.ts';
import { planDeliveries } from '../../db/queues/webhook-deliveries.ts';
import { claimOutbox, readOutboxAge, returnOutbox } from '../../db/record/outbox.ts';
import { pingBody, webhookBody } from '../../machines/webhook/webhook-body.ts';
import { makeQueues, type Queues } from '../../workers/queue.ts';
import { openReactionQueue } from '../../workers/reaction-queue.ts';
import { openRelay, type Relay } from '../../workers/relay.ts';
import { type DeliveryWorker, openDeliveryWorker } from '../../workers/webhooks/delivery-worker.ts';
import { startReceiver, type WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import {
  addWebhook,
  contextOf,
  deliveriesOf,
  keys,
  passTime,
  spoilSecret,
} from '../support/fakes/webhooks.ts';
import { openRecord } from '../support/postgres/open-record.ts';
import { actorOf, addReason, addVisit, makeWorld, type World } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// From a command through the outbox and the relay to a real receiver that checks every signature.

const db = openRecord({ transactions: 12 });
let queues: Queues;
let relay: Relay;
const couriers: DeliveryWorker[] = [];
let receiver: WebhookReceiver;
let world: World;
const problems: unknown[] = [];
const openOne = async () => {
  const tools = { db: db(), keys, privateAddresses: true };
  couriers.push(await openDeliveryWorker(tools, (error) => problems.push(error)));
};

beforeAll(async () => {
  queues = await makeQueues({ databaseUrl: db.url() });
  relay = await openRelay(db(), openReactionQueue(queues), (error) => problems.push(error));
  await addReason(db().sql, { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
  await db().sql`insert into repair_codes (code, text) values ('R1', 'Cambio de cable')`;
  await db()
    .sql`insert into items (kind, code, name) values ('material', 'M1', 'Cable'), ('labor', 'L1', 'Hora')`;
  // Two of them all along: what one has begun the other leaves alone.
  await Promise.all([openOne(), openOne()]);
});
beforeEach(async () => {
  receiver = await startReceiver();
  world = await makeWorld(db().sql, { operation: { allowEnterMaterialsAndLabors: true } });
});
afterEach(async () => {
  // What this test left unsent is none of the next one's.
  await db().sql`update webhooks set enabled = false`;
  await db().sql`update webhook_deliveries set state = 'cancelled', ended_at = now() where ended_at is null`;
  await receiver.close();
  expect(receiver.wrong).toEqual([]);
  expect(problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  await Promise.all([relay?.close(), ...couriers.map((courier) => courier.close())]);
  await queues?.close(500);
});

const me = async () => ({ db: db(), actor: await actorOf(db().sql, world.userId), keys });
const depart = async (visit_id = world.visitId) => setOnTheWay(await me(), { visit_id });
const finish = async (more: object = {}) =>
  finishVisit(await me(), { visit_id: world.visitId, status: 6, repair_code: 'R1', ...more });
const formOf = (id: number, more: object) => ({
  ...{ id, name: 'x', url: receiver.url, events: ['visit.created'], operations: [world.operation] },
  ...more,
});
const states = async (id: number) => (await deliveriesOf(db(), id)).map(({ state }) => state);
const first = async (id: number) => (await deliveriesOf(db(), id))[0]!;
const all = async (id: number, state: string, count = 1) =>
  until(async () => {
    const now = await states(id);
    return now.length === count && now.every((one) => one === state);
  }, 8_000);

describe('a delivery', () => {
  it('brings the closing of an order that came by intake back to where it came from', async () => {
    const [ot_number, client_id] = [`${world.operation}70000001`, world.clientId];
    const system = { db: db(), actor: contextOf(db(), world.operation).actor };
    await intakeOrders(system, {
      rows: [{ ot_number, ot_type: 1, client_id, date_created: '2026-03-05T14:30:00-03:00' }],
    });
    await intakeTickets(system, {
      rows: [{ ticket_number: 'T-9', client_id, ot_number, title: 'Sin señal' }],
    });
    world.visitId = await addVisit(db().sql, { ...world, orderNumber: ot_number });
    const { id } = await addWebhook(db(), world.operation, receiver, { events: ['order.fulfilled'] });
    await depart();
    await finish({
      materials: [{ code: 'M1', amount: '3' }],
      labors: [{ code: 'L1', amount: 1 }],
      extra_comments: 'quedó con señal',
    });
    await all(id, 'delivered');
    expect(receiver.taken).toHaveLength(1);
    const { body, text, headers } = receiver.taken[0]!;
    expect(webhookBody.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      type: 'order.fulfilled',
      data: {
        operation: world.operation,
        order: {
          ...{
            ot_number,
            ot_type: 1,
            client_id,
            status_id: 3,
            repair_code: 'R1',
            repair_text: 'Cambio de cable',
          },
          ...{
            ticket_numbers: ['T-9'],
            tech_id: world.technicianId,
            tech_name: expect.stringContaining('Tomás'),
          },
          ...{ date_created: '2026-03-05T14:30:00-03:00', date_closed: expect.stringContaining('-03:00') },
        },
        visit: {
          ...{
            id: world.visitId,
            finished: true,
            status_friendly: 'Concluida',
            extra_comments: 'quedó con señal',
          },
          materials: [{ code: 'M1', name: 'Cable', amount: 3 }],
          labors: [{ code: 'L1', name: 'Hora', amount: 1 }],
          date_on_the_way: expect.stringContaining('T'),
        },
        to: { repair_code: 'R1' },
      },
    });
    expect(headers['webhook-id']).toBe(body.id);
    // The customer is known there by number; nothing else of them leaves.
    expect(text).not.toMatch(/Ana Gómez|3515550101/);
  });

  it('comes once for each event asked for, in the order of a visit, and with its version', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver);
    await depart();
    await finish();
    await all(id, 'delivered', 3);
    expect(receiver.taken.map(({ type }) => type)).toEqual([
      'visit.on_the_way',
      'visit.finished',
      'order.fulfilled',
    ]);
    const versions = receiver.taken.map(({ body }) => body.data.version);
    expect(versions).toEqual([versions[0], versions[0] + 1, versions[0] + 2]);
    for (const { body } of receiver.taken) expect(webhookBody.parse(body)).toEqual(body);
  });

  it('comes of its own operations and events only, and of none while the webhook is off', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver, { events: ['visit.released'] });
    const other = await makeWorld(db().sql);
    await setOnTheWay(
      { db: db(), actor: await actorOf(db().sql, other.userId) },
      { visit_id: other.visitId },
    );
    await depart();
    await until(async () => (await readOutboxAge(db())).waiting === 0);
    expect(await deliveriesOf(db(), id)).toEqual([]);
    const context = contextOf(db(), world.operation);
    await editWebhook(context, formOf(id, { events: ['visit.off_the_way'], enabled: false }));
    await setOnTheWay(await me(), { visit_id: world.visitId, on_the_way: false });
    await until(async () => (await readOutboxAge(db())).waiting === 0);
    expect(await deliveriesOf(db(), id)).toEqual([]);
  });

  it('is decided once, although a relay died after deciding it, and decided it again', async () => {
    await relay.close();
    const { id } = await addWebhook(db(), world.operation, receiver);
    await depart();
    const claim = randomUUID();
    const held = await claimOutbox(db(), 500, 60, claim);
    await planDeliveries(db(), held);
    await planDeliveries(db(), held);
    // Dead between the two steps: its claim lapses, and the next relay begins from the start.
    await returnOutbox(db(), [claim]);
    relay = await openRelay(db(), openReactionQueue(queues), (error) => problems.push(error));
    await until(async () => (await readOutboxAge(db())).waiting === 0);
    await all(id, 'delivered');
    expect(receiver.taken).toHaveLength(1);
  });

  it('of many goes out once each, by two couriers at once', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver, {
      events: ['visit.taken', 'visit.released'],
    });
    const visits = await Promise.all(
      Array.from({ length: 40 }, () => addVisit(db().sql, world, { technicianId: null })),
    );
    for (const visit_id of visits) {
      await takeVisit(await me(), { visit_id });
      await releaseVisit(await me(), { visit_id, notes: 'no llego a tiempo' });
    }
    await all(id, 'delivered', 80);
    expect(receiver.taken).toHaveLength(80);
    expect(receiver.ids()).toHaveLength(80);
    for (const visit of visits)
      expect(
        receiver.taken.filter(({ body }) => body.data.visit.id === visit).map(({ type }) => type),
      ).toEqual(['visit.taken', 'visit.released']);
  });
});

describe('a receiver that is down', () => {
  it('gets everything when it is back, with the same ids and bodies', async () => {
    const { id, secret } = await addWebhook(db(), world.operation, receiver);
    await receiver.close();
    await depart();
    for (let tries = 1; tries <= 3; tries++) {
      await until(async () => (await first(id))?.tries === tries && (await first(id)).state === 'waiting');
      expect((await first(id)).problem).toBe('La conexión fue rechazada.');
      if (tries < 3) await passTime(db(), id);
    }
    await finish();
    await until(async () => (await states(id)).length === 3);
    const other = await addVisit(db().sql, world, { technicianId: null });
    await takeVisit(await me(), { visit_id: other });
    await until(
      async () =>
        (await deliveriesOf(db(), id))[3]?.status === null && (await deliveriesOf(db(), id))[3]?.tries === 1,
    );
    const back = await startReceiver({ port: receiver.port });
    back.trust(secret);
    // The first that is taken brings the others forward: one of them has two minutes to wait.
    await db().sql`update webhook_deliveries set not_before = now() where visit_id = ${other}`;
    await all(id, 'delivered', 4);
    const delivered = back.taken.filter(({ body }) => body.data.visit.id !== other);
    expect(delivered.map(({ type }) => type)).toEqual([
      'visit.on_the_way',
      'visit.finished',
      'order.fulfilled',
    ]);
    await back.close();
  });

  it('is tried after 5 s, 30 s and so on, ends after ten tries, and gets it by hand', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver);
    receiver.fail({ kind: 'status', status: 500, body: 'no hay lugar' });
    await depart();
    const waits: number[] = [];
    for (let tries = 1; tries <= 10; tries++) {
      await until(async () => {
        const one = await first(id);
        return one?.tries === tries && one.state !== 'sending';
      });
      waits.push(Math.round((await first(id)).waitMs / 1_000));
      await passTime(db(), id);
    }
    for (const [at, planned] of [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 86_400].entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(planned * 0.9 - 2);
      expect(waits[at]).toBeLessThanOrEqual(planned * 1.1 + 1);
    }
    expect(await first(id)).toMatchObject({
      state: 'abandoned',
      attempts: 10,
      status: 500,
      problem: 'Respondió 500.',
    });
    const log = await db()
      .sql`select number, status, answer from webhook_attempts order by delivery_id desc, number limit 10`;
    expect(log.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(log[0]).toMatchObject({ status: 500, answer: 'no hay lugar' });
    expect(new Set(receiver.seen.map((one) => one.id)).size).toBe(1);
    expect(new Set(receiver.seen.map((one) => one.text)).size).toBe(1);
    receiver.fail(null);
    const again = await resendDeliveries(contextOf(db(), world.operation), { id });
    expect(again).toEqual({ id, resent: 1, left: 0 });
    await all(id, 'delivered');
    expect(receiver.taken[0]!.id).toBe(receiver.seen[0]!.id);
  });

  it('does not hold up another, however slowly it fails', async () => {
    const slow = await startReceiver();
    slow.fail({ kind: 'hang' });
    const stuck = await addWebhook(db(), world.operation, slow);
    const visits = await Promise.all(
      Array.from({ length: 20 }, () => addVisit(db().sql, world, { technicianId: null })),
    );
    for (const visit_id of visits) await takeVisit(await me(), { visit_id });
    await until(() => slow.seen.length >= 4);
    const quick = await addWebhook(db(), world.operation, receiver, { events: ['visit.released'] });
    for (const visit_id of visits) await releaseVisit(await me(), { visit_id, notes: 'no llego a tiempo' });
    await all(quick.id, 'delivered', 20);
    // Each courier begins a few and no more of those that hang.
    expect((await states(stuck.id)).filter((state) => state === 'sending').length).toBeLessThanOrEqual(8);
    await slow.close();
  });

  it('that answers 429 or 503 is left alone, with everything, as long as it says', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver);
    receiver.fail({ kind: 'status', status: 429, headers: { 'retry-after': '600' }, times: 1 });
    await depart();
    await until(async () => (await first(id))?.status === 429);
    expect((await first(id)).waitMs).toBeGreaterThan(590_000);
    const other = await addVisit(db().sql, world, { technicianId: null });
    await takeVisit(await me(), { visit_id: other });
    await until(async () => (await states(id)).length === 2);
    await passTime(db(), id);
    // A ping goes all the same: the courier that began it looked at the others too.
    await testWebhook(contextOf(db(), world.operation), { id });
    await until(() => receiver.taken.some(({ type }) => type === 'ping'));
    expect(receiver.seen.map(({ type }) => type)).toEqual(['visit.on_the_way', 'ping']);
    await db().sql`update webhooks set quiet_until = now() where id = ${id}`;
    await passTime(db(), id);
    await all(id, 'delivered', 3);
  });

  it('that answers 410 is switched off, and what waited is cancelled; switched on, it gets it by hand', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver);
    receiver.fail({ kind: 'status', status: 500 });
    await depart();
    await finish();
    await until(async () => (await states(id)).length === 3 && (await first(id)).status === 500);
    receiver.fail({ kind: 'status', status: 410, times: 1 });
    await passTime(db(), id);
    await all(id, 'cancelled', 3);
    expect(receiver.seen).toHaveLength(2);
    const [webhook] = await db().sql`select enabled, gone, version from webhooks where id = ${id}`;
    expect(webhook).toEqual({ enabled: false, gone: true, version: 2 });
    const context = contextOf(db(), world.operation);
    expect(await resendDeliveries(context, { id })).toMatchObject({ code: 'webhook-off' });
    await editWebhook(context, formOf(id, { enabled: true }));
    expect(await resendDeliveries(context, { id })).toEqual({ id, resent: 3, left: 0 });
    await all(id, 'delivered', 3);
  });

  it.each([
    ['cuts after it took it', { kind: 'cut', times: 1 } as const, 2],
    ['answers 200 and never ends', { kind: 'endless', times: 1 } as const, 1],
    ['redirects', { kind: 'status', status: 302, headers: { location: '/elsewhere' }, times: 1 } as const, 1],
  ])('%s', async (_, fault, takenTimes) => {
    const { id } = await addWebhook(db(), world.operation, receiver);
    receiver.fail(fault);
    await depart();
    await until(
      async () =>
        ['waiting', 'delivered'].includes((await first(id))?.state) && (await first(id)).tries === 1,
    );
    await passTime(db(), id);
    await all(id, 'delivered');
    expect(receiver.taken).toHaveLength(takenTimes);
    expect(receiver.ids()).toHaveLength(1);
    const answers = await db().sql<{ answer: string | null }[]>`
      select answer from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where webhook_id = ${id}`;
    for (const { answer } of answers) expect((answer ?? '').length).toBeLessThanOrEqual(2_000);
    // A redirect that was followed would have been refused there.
    expect(receiver.seen).toHaveLength(fault.kind === 'endless' ? 1 : 2);
  });

  it('holds a later event of the visit back for a while only', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver, {
      events: ['visit.on_the_way', 'order.fulfilled'],
    });
    receiver.fail({ kind: 'status', status: 400, type: 'visit.on_the_way' });
    await depart();
    await finish();
    for (let tries = 1; tries <= 4; tries++) {
      // From the fourth on the later one goes too.
      await until(async () => (await first(id))?.tries >= tries && (await first(id)).state === 'waiting');
      if (tries < 4) expect(receiver.taken).toEqual([]);
      await passTime(db(), id);
    }
    await until(() => receiver.taken.some(({ type }) => type === 'order.fulfilled'));
  });
});

describe('a signature', () => {
  it('is signed with the old secret and the new one for a day after a rotation, then with the new one', async () => {
    const { id, secret } = await addWebhook(db(), world.operation, receiver);
    const rotated = await rotateWebhookSecret(contextOf(db(), world.operation), { id });
    const { secret: next } = rotated as { secret: string };
    expect(next).not.toBe(secret);
    await depart();
    await all(id, 'delivered');
    receiver.trust(next);
    await setOnTheWay(await me(), { visit_id: world.visitId, on_the_way: false });
    await all(id, 'delivered', 2);
    expect(receiver.taken.map(({ signatures }) => signatures)).toEqual([2, 2]);
    await db().sql`update webhooks set old_secret_until = now() - interval '1 second' where id = ${id}`;
    await depart();
    await all(id, 'delivered', 3);
    expect(receiver.taken[2]!.signatures).toBe(1);
  });

  it('says so when the secret cannot be read', async () => {
    const { id } = await addWebhook(db(), world.operation, receiver);
    await spoilSecret(db(), id);
    await depart();
    await until(async () => (await first(id))?.problem?.startsWith('El secreto no se puede leer') ?? false);
    expect(receiver.seen).toEqual([]);
  });
});

it('a ping goes the same way, once, to a webhook that is off too', async () => {
  const { id } = await addWebhook(db(), world.operation, receiver);
  const context = contextOf(db(), world.operation);
  await testWebhook(context, { id });
  await all(id, 'delivered');
  expect(pingBody.parse(receiver.taken[0]!.body)).toMatchObject({ type: 'ping', data: { webhook: { id } } });
  await editWebhook(context, formOf(id, { enabled: false }));
  receiver.fail({ kind: 'status', status: 500 });
  await testWebhook(context, { id });
  await until(async () => (await states(id)).join() === 'delivered,abandoned');
});

it('what ended a month ago is forgotten, and a deleted webhook with the last of it', async () => {
  const { id } = await addWebhook(db(), world.operation, receiver);
  await depart();
  await all(id, 'delivered');
  await prune(db());
  expect(await deliveriesOf(db(), id)).toHaveLength(1);
  await db()
    .sql`update webhook_deliveries set ended_at = now() - interval '31 days' where webhook_id = ${id}`;
  await db().sql`
    update webhooks set deleted_at = now() - interval '31 days', enabled = false, secret = null where id = ${id}`;
  await prune(db());
  expect((await db().sql`select 1 from webhooks where id = ${id}`).count).toBe(0);
});
