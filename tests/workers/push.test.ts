import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customerActor } from '../../db/commands/conversation/lock-customer-visit.ts';
import { sayAtHome } from '../../db/commands/conversation/say-at-home.ts';
import { finishVisit } from '../../db/commands/field/finish-visit.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { subscribeToPush, unsubscribeFromPush } from '../../db/commands/profile/subscribe-to-push.ts';
import { changeTechnician } from '../../db/commands/visits/change-technician.ts';
import { findPush } from '../../db/reads/notices/push-to-send.ts';
import { listVisitEvents } from '../../db/reads/visits/visit.ts';
import { hashToken } from '../../db/secrets/links.ts';
import { instantOf, today } from '../../machines/calendar/slots.ts';
import type { EventName } from '../../machines/events.ts';
import { type PushJobData, pushToBrowser } from '../../workers/jobs/push-to-browser.ts';
import { sendPush } from '../../workers/jobs/send-push.ts';
import { makePoster } from '../../workers/webhooks/post-signed.ts';
import { type Browser, pushTools, startPushService } from '../support/fakes/push-service.ts';
import { openRecord } from '../support/postgres/open-record.ts';
import { keys, openSession } from '../support/processes/web-server.ts';
import {
  actorOf,
  addReason,
  addTechnician,
  addUser,
  makeWorld,
  type World,
} from '../support/record/fixtures.ts';

// Push messages to technicians' phones (contract §8), against a push service that checks every one.

const db = openRecord();
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService(keys.push.publicKey);
  await addReason(db().sql, { value: 20, text: 'Ausente', cancels: true });
});
afterAll(async () => {
  await service.close();
  expect(service.wrong).toEqual([]);
});

let world: World;
let browser: Browser;
let token: string;
beforeEach(async () => {
  world = await makeWorld(db().sql);
  ({ browser, token } = await subscribed(world.userId));
});

/** A session of a user, whose browser has subscribed. */
async function subscribed(userId: number, given?: Browser) {
  const token = await openSession(db().sql, userId, { kind: 'browser' });
  const browser = given ?? service.subscribe();
  const { endpoint, p256dh, auth } = browser;
  const context = { ...(await as(userId)), session: hashToken(token).toString('hex').slice(0, 16) };
  expect(await subscribeToPush(context, { endpoint, p256dh, auth })).toEqual({});
  return { browser, token, context };
}
const as = async (userId: number) => ({
  db: db(),
  actor: await actorOf(db().sql, userId, ['can_assign_visit', 'can_finish_visit', 'can_cancel_visit']),
  privateWebhooks: true,
});
const dispatcher = async () => as(await addUser(db().sql, world.operation));

/** What the queue does with the last event of the visit. */
async function send(name: EventName) {
  for (const data of await queued(name)) await pushToBrowser(pushTools(db(), keys), data);
}
/** The messages about it, one a browser. */
async function queued(name: EventName): Promise<PushJobData[]> {
  const { actor } = await as(world.userId);
  const event = (await listVisitEvents(db(), actor, world.visitId)).findLast((each) => each.name === name)!;
  const { operation, visitId } = world;
  const queued: PushJobData[] = [];
  const pushes = {
    addBulk: async (jobs: { data: PushJobData }[]) => {
      queued.push(...jobs.map(({ data }) => data));
      return [];
    },
  };
  await sendPush(
    { db: db(), pushes: pushes as never },
    { visitId, event: { operation, version: event.version, name } },
  );
  return queued;
}
const titles = () => browser.received.map(({ title }) => title);

describe('a technician’s phone', () => {
  it('is notified of a visit that a dispatcher gives, withdraws or cancels, and of the customer at home', async () => {
    const other = await addTechnician(db().sql, world.operation);
    const jefe = await dispatcher();
    const visit_id = world.visitId;
    await changeTechnician(jefe, { visit_id, tech_id: other.technicianId });
    await send('visit.assigned');
    await changeTechnician(jefe, { visit_id, tech_id: world.technicianId });
    await send('visit.assigned');
    await sayAtHome(
      { ...jefe, actor: customerActor(world.operation), now: instantOf(today(new Date()), 9) },
      { visit_id },
    );
    // Said at nine, as its slot allows, and a moment ago, at whatever hour the test runs.
    await db().sql`update events set at = now() where name = 'visit.at_home' and visit_id = ${visit_id}`;
    await send('visit.at_home');
    await finishVisit(jefe, { visit_id, status: 20, extra_comments: 'Ausente otra vez' });
    await send('visit.cancelled');
    expect(titles()).toEqual([
      'Te quitaron una visita',
      'Te asignaron una visita',
      'El cliente está en casa',
      'Se canceló una visita tuya',
    ]);
    expect(browser.received[1]).toMatchObject({
      body: expect.stringMatching(/^Hoy de \d+ a \d+ h · .*OT \d{11}$/),
      url: `/visit/view/${visit_id}/default`,
    });
  });

  it('is not notified of what its own user did, nor of what was taken back', async () => {
    const visit_id = world.visitId;
    const jefe = await dispatcher();
    await changeTechnician(jefe, { visit_id, tech_id: null });
    await send('visit.unassigned');
    expect(titles()).toEqual(['Te quitaron una visita']);
    await takeVisit(await as(world.userId), { visit_id });
    // Of an event that no longer holds: they have it again.
    await send('visit.unassigned');
    expect(titles()).toEqual(['Te quitaron una visita']);
    await finishVisit(await as(world.userId), { visit_id, status: 20, extra_comments: 'No había gente' });
    await send('visit.cancelled');
    expect(titles()).toEqual(['Te quitaron una visita']);
  });

  it('is not notified once the session has ended, the user switched it off, or the service ended it', async () => {
    const count = async () =>
      (await db().sql`select 1 from push_subscriptions where user_id = ${world.userId}`).count;
    expect(await count()).toBe(1);
    await db().sql`delete from sessions where token_hash = ${hashToken(token)}`;
    expect(await count()).toBe(0);
    const { context } = await subscribed(world.userId, browser);
    await unsubscribeFromPush(context, { endpoint: browser.endpoint });
    expect(await count()).toBe(0);
    await subscribed(world.userId, browser);
    service.fail(browser, { status: 410 });
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: null });
    await send('visit.unassigned');
    expect([await count(), titles()]).toEqual([0, []]);
  });

  it('is asked again when the push service is busy, and the message replaces itself', async () => {
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: null });
    service.fail(browser, { status: 429, times: 1, headers: { 'retry-after': '1' } });
    await expect(send('visit.unassigned')).rejects.toThrow('push');
    await send('visit.unassigned');
    await send('visit.unassigned');
    expect(new Set(browser.received.map(({ tag }) => tag)).size).toBe(1);
  });

  it('is sent nothing more of an operation that was taken from its user', async () => {
    const visit_id = world.visitId;
    await changeTechnician(await dispatcher(), { visit_id, tech_id: null });
    const waiting = await queued('visit.unassigned');
    await db().sql`delete from user_operations where user_id = ${world.userId}`;
    for (const data of waiting) await pushToBrowser(pushTools(db(), keys), data);
    expect([waiting.length, titles()]).toEqual([1, []]);
    expect(await findPush(db(), waiting[0]!.event, 'removed')).toBeNull();
  });

  it('is tried again alone when only one of its user’s browsers fails', async () => {
    const { browser: second } = await subscribed(world.userId);
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: null });
    service.fail(second, { status: 503, times: 1 });
    const waiting = await queued('visit.unassigned');
    const outcomes = await Promise.allSettled(
      waiting.map((data) => pushToBrowser(pushTools(db(), keys), data)),
    );
    const failed = waiting.filter((_, at) => outcomes[at]!.status === 'rejected');
    expect(failed).toHaveLength(1);
    await pushToBrowser(pushTools(db(), keys), failed[0]!);
    expect([browser.received.length, second.received.length]).toEqual([1, 1]);
  });

  it('is sent nothing that is older than a message may be', async () => {
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: null });
    const waiting = await queued('visit.unassigned');
    await db().sql`update events set at = at - interval '4 hours' where visit_id = ${world.visitId}`;
    for (const data of waiting) await pushToBrowser(pushTools(db(), keys), data);
    expect(titles()).toEqual([]);
  });

  it('goes after one message whose address may not be reached from here', async () => {
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: null });
    const [data] = await queued('visit.unassigned');
    await pushToBrowser({ ...pushTools(db(), keys), post: makePoster(false) }, data!);
    const left = await db().sql`select 1 from push_subscriptions where user_id = ${world.userId}`;
    expect([left.count, titles()]).toEqual([0, []]);
  });

  it('goes after ten failures in a row, and not after nine and an answer', async () => {
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: null });
    const fail = async (times: number) => {
      service.fail(browser, { status: 503, times });
      for (let n = 0; n < times; n++) await send('visit.unassigned').catch(() => {});
    };
    const left = async () =>
      (await db().sql`select 1 from push_subscriptions where user_id = ${world.userId}`).count;
    await fail(9);
    await send('visit.unassigned');
    await fail(9);
    expect([await left(), browser.received.length]).toEqual([1, 1]);
    await fail(1);
    expect(await left()).toBe(0);
  });

  it('is notified also beside a subscription of its user whose key is none, which goes', async () => {
    const wrong = { ...service.subscribe(), p256dh: `B${'A'.repeat(86)}` };
    await subscribed(world.userId, wrong);
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: null });
    await send('visit.unassigned');
    expect(titles()).toEqual(['Te quitaron una visita']);
    const left = await db().sql`select endpoint from push_subscriptions where user_id = ${world.userId}`;
    expect(left.map(({ endpoint }) => endpoint)).toEqual([browser.endpoint]);
  });

  it('is the next user’s when they sign in on it: the one before is sent nothing there', async () => {
    const next = await addTechnician(db().sql, world.operation);
    await subscribed(next.userId, browser);
    await changeTechnician(await dispatcher(), { visit_id: world.visitId, tech_id: next.technicianId });
    await send('visit.assigned');
    expect(titles()).toEqual(['Te asignaron una visita']);
    const rows = await db().sql`select user_id from push_subscriptions where endpoint = ${browser.endpoint}`;
    expect(rows.map(({ userId }) => userId)).toEqual([next.userId]);
  });
});

it.each([
  ['no address', { endpoint: 'push' }],
  ['an address of this machine', { endpoint: 'https://127.0.0.1:3200/x' }, false],
  ['its name', { endpoint: 'https://localhost/x' }, false],
  ['an address by number', { endpoint: 'https://[2001:db8::1]/x' }, false],
  ['a script', { endpoint: 'javascript:alert(1)' }],
  ['a short key', { p256dh: 'AAAA' }],
  ['no secret', { auth: undefined }],
  ['plain http, where private addresses are not allowed', {}, false],
])('a subscription with %s is refused', async (_what, wrong, privateWebhooks = true) => {
  const { endpoint, p256dh, auth } = service.subscribe();
  const { context } = await subscribed(world.userId);
  const answer = await subscribeToPush({ ...context, privateWebhooks }, { endpoint, p256dh, auth, ...wrong });
  expect(answer).toMatchObject({ status: 422 });
});

it('an installation’s key for push services is the same after a restart, and another with another secret', async () => {
  const { openKeys } = await import('../../db/secrets/keys.ts');
  const publicUrl = 'http://localhost:3000';
  const [one, again, other] = ['a', 'a', 'b'].map(
    (letter) => openKeys({ secret: letter.repeat(32), publicUrl }).push,
  );
  expect(again).toEqual(one);
  expect(other!.publicKey).not.toBe(one!.publicKey);
});
