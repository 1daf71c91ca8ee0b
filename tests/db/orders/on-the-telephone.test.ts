import { beforeEach, describe, expect, it } from 'vitest';
import { confirmVisit } from '../../../db/commands/conversation/confirm-visit.ts';
import { customerActor } from '../../../db/commands/conversation/lock-customer-visit.ts';
import { noteLinkOpened } from '../../../db/commands/conversation/note-link-opened.ts';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { settleNotice } from '../../../db/commands/notices/record-notice.ts';
import { resendNotice } from '../../../db/commands/notices/resend-notice.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { readAttention } from '../../../db/reads/attention/attention.ts';
import { listClientMessages } from '../../../db/reads/orders/client-messages.ts';
import { findOrderPlaces } from '../../../db/reads/visits/order-places.ts';
import { listVisitEvents } from '../../../db/reads/visits/visit.ts';
import { timerActor } from '../../../db/record/transact.ts';
import type { Permission } from '../../../machines/access/permissions.ts';
import { addDays, instantOf, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { keys } from '../../support/processes/web-server.ts';
import {
  actorOf,
  addOrder,
  addReason,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// SAC on the telephone (contract §14): what can be offered, what was said, and saying it once more.

const record = openRecord();
const day = today(new Date());
const tomorrow = addDays(day, 1);
const early = instantOf(day, 6);
let world: World;
let order: string;

beforeEach(async () => {
  world = await makeWorld(record().sql, { slot: { capacity: 2 }, visit: { day: tomorrow } });
  order = await addOrder(record().sql, world.clientId);
});

const sac: Permission[] = ['can_query_order', 'can_query_client', 'can_create_visit'];
const by = async (permissions = sac, operation = world.operation) => {
  const userId = await addUser(record().sql, operation, {}, permissions);
  return { db: record(), actor: await actorOf(record().sql, userId, permissions), keys };
};
const done = async <Answer>(outcome: Promise<Answer>) => {
  const answer = await outcome;
  if (isRefusal(answer)) throw new Error(answer.text);
  return answer as Exclude<Answer, { code: string }>;
};
const codeOf = async (outcome: Promise<unknown>) => {
  const answer = await outcome;
  return isRefusal(answer) ? answer.code : answer;
};

describe('the places for an order', () => {
  const places = async (days = 2, now = early) =>
    (await findOrderPlaces(record(), (await by()).actor, { number: order }, { now, days }))!;

  it('say what is left, what is planned in the zone and of the type, and who works then and can', async () => {
    const { sql } = record();
    const [zone] =
      await sql`insert into zones (operation, name) values (${world.operation}, 'Norte') returning id`;
    const [node] = await sql`
      insert into nodes (operation, name, zone_id) values (${world.operation}, 'N1', ${zone!.id}) returning id`;
    await sql`update orders set node_id = ${node!.id} where number = ${order}`;
    await sql`insert into order_types (value, text) values (2, 'Instalación') on conflict do nothing`;
    await addVisit(sql, world, { day: tomorrow, zoneId: zone!.id, orderType: 2 });
    expect((await places()).places).toMatchObject([
      { day, left: 2, planned: 0, inZone: 0, ofType: 0, technicians: 1 },
      { day: tomorrow, left: 0, planned: 2, inZone: 1, ofType: 1, technicians: 1, best: null },
    ]);
    await addTechnician(sql, world.operation);
    const [skill] =
      await sql`insert into skills (operation, name) values (${world.operation}, 'fibra') returning id`;
    await sql`insert into skill_needs (skill_id, order_type) values (${skill!.id}, 1)`;
    await sql`insert into technician_skills (technician_id, skill_id) values (${world.technicianId}, ${skill!.id})`;
    await sql`insert into absences (technician_id, from_day, to_day, slot_ids, reason)
      values (${world.technicianId}, ${tomorrow}, ${tomorrow}, ${[world.slotId]}, 'Franco')`;
    expect((await places()).places.map(({ technicians }) => technicians)).toEqual([1, 0]);
  });

  it('are without a slot that is over, without a limit where there is none, and say why nothing can be made', async () => {
    await record().sql`update slots set capacity = null where id = ${world.slotId}`;
    const late = await places(2, instantOf(day, 13));
    expect(late.places.map(({ day, left }) => [day, left])).toEqual([[tomorrow, null]]);
    expect(late.whyNot).toBeNull();
    const context = await by();
    const form = { ot_type: 1, ot_number: order, possibleDate: tomorrow, timestripe: world.slotId };
    await done(createVisit(context, form));
    expect((await places()).whyNot).toBe('open-visits');
    await record().sql`update orders set status_id = 3, closed_at = now() where number = ${order}`;
    expect((await places()).whyNot).toBe('order-not-open');
  });

  it('of another operation are not found', async () => {
    const other = await makeWorld(record().sql);
    const { actor } = await by(sac, other.operation);
    const asked = findOrderPlaces(record(), actor, { number: order }, { now: early, days: 2 });
    expect(await asked).toBeUndefined();
  });
});

/** The messages of the world's visit to its customer, oldest first. */
const noticesOf = () =>
  record().sql<{ id: number; state: string; template: string }[]>`
    select id, state, template from notices where visit_id = ${world.visitId} order by id`;
const addNotice = async (state: string, change: object = {}) => {
  const notice = { operation: world.operation, visitId: world.visitId, audience: 'customer', state };
  const [row] = await record().sql<{ id: number }[]>`
    insert into notices ${record().sql({ key: `prueba.${Math.random()}`, ...notice, template: 'visit-created', ...change } as never)}
    returning id`;
  return row!.id;
};

describe("'Reenviar'", () => {
  it('puts the message of that template into the outbox afresh, with its author in the log of the visit', async () => {
    const id = await addNotice('failed');
    const context = await by();
    expect(await done(resendNotice(context, { notice_id: id }))).toEqual({
      visit_id: world.visitId,
      template: 'visit-created',
    });
    expect((await noticesOf()).map(({ state, template }) => [state, template])).toEqual([
      ['failed', 'visit-created'],
      ['pending', 'visit-created'],
    ]);
    const [event] = (await listVisitEvents(record(), context.actor, world.visitId)).slice(-1);
    expect(event).toMatchObject({ name: 'visit.notice_resent', actorName: context.actor.fullName });
    const [waiting] = await record()
      .sql`select name from outbox where visit_id = ${world.visitId} order by id desc limit 1`;
    expect(waiting).toEqual({ name: 'visit.notice_resent' });
    // The link that the message names is there.
    expect(await record().sql`select 1 from visit_links where visit_id = ${world.visitId}`).toHaveLength(1);
  });

  it('sends one message for two presses at once, whatever their keys, and for one that is repeated', async () => {
    const id = await addNotice('failed');
    const context = await by();
    const outcomes = await Promise.all(
      ['una', 'otra'].map((key) =>
        codeOf(resendNotice({ ...context, key: `${key}-${id}` }, { notice_id: id })),
      ),
    );
    expect(outcomes.filter((one) => one === 'notice-waiting')).toHaveLength(1);
    const first = outcomes[0] === 'notice-waiting' ? 'otra' : 'una';
    await done(resendNotice({ ...context, key: `${first}-${id}` }, { notice_id: id }));
    expect(await noticesOf()).toHaveLength(2);
  });

  it('is refused while one waits, within the minute, and for a visit that is closed, and then changes nothing', async () => {
    const now = new Date();
    const sent = await addNotice('sent', { sentAt: new Date(now.getTime() - 30_000) });
    const context = { ...(await by()), now };
    expect(await codeOf(resendNotice(context, { notice_id: sent }))).toBe('notice-just-sent');
    await addReason(record().sql, { value: 6, text: 'Concluida', finalizes: true });
    const jefe = await by(['can_assign_visit', 'can_cancel_visit', 'can_finish_visit']);
    await done(finishVisit(jefe, { visit_id: world.visitId, status: 6 }));
    const later = new Date(now.getTime() + 120_000);
    expect(await codeOf(resendNotice({ ...context, now: later }, { notice_id: sent }))).toBe('visit-closed');
    expect(await noticesOf()).toHaveLength(1);
  });

  it('is refused after thirty in an hour of one user, and not of another', async () => {
    const id = await addNotice('failed');
    const context = await by();
    // What is refused for another reason counts: the user has asked.
    for (let asked = 0; asked < 30; asked++)
      await codeOf(resendNotice({ ...context, key: `k-${id}-${asked}` }, { notice_id: id }));
    const refused = await resendNotice({ ...context, key: `k-${id}-30` }, { notice_id: id });
    expect(refused).toMatchObject({ code: 'too-many-resends', status: 429 });
    expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(3_000);
    expect(await codeOf(resendNotice(await by(), { notice_id: id }))).toBe('notice-waiting');
  });

  it('needs the clients and one of creating and assigning, within the operation', async () => {
    const id = await addNotice('failed');
    const may = async (permissions: Permission[], operation = world.operation) =>
      codeOf(resendNotice(await by(permissions, operation), { notice_id: id }));
    expect(await may(['can_query_order', 'can_query_client'])).toBe('may-not-resend');
    expect(await may(['can_assign_visit', 'can_create_visit'])).toBe('may-not-query-client');
    const other = await makeWorld(record().sql);
    expect(await may(sac, other.operation)).toBe('notice-unknown');
    expect(await may(['can_query_client', 'can_assign_visit'])).toMatchObject({ visit_id: world.visitId });
  });

  it('takes a failed message off what needs attention, until it fails again', async () => {
    const id = await addNotice('sending', { notBefore: new Date(0) });
    const timer = { db: record(), actor: timerActor([world.operation]) };
    const attention = async () =>
      (await readAttention(record(), [world.operation])).items.map(({ reason, message }) => [
        reason,
        message?.noticeId,
      ]);
    await done(settleNotice(timer, { notice_id: id, step: 'REJECTED', problem: 'No existe.' }));
    expect(await attention()).toEqual([['message', id]]);
    await done(resendNotice(await by(), { notice_id: id }));
    expect(await attention()).toEqual([]);
    const again = (await noticesOf()).at(-1)!.id;
    await record()
      .sql`update notices set state = 'sending', not_before = to_timestamp(0) where id = ${again}`;
    await done(settleNotice(timer, { notice_id: again, step: 'REJECTED', problem: 'No existe.' }));
    expect(await attention()).toEqual([['message', again]]);
  });
});

describe('what was said to the client', () => {
  const said = async (limit = 20, now = new Date()) => {
    const { actor } = await by();
    return listClientMessages(record(), actor, world.clientId, { offset: 0, limit, now });
  };

  it('has messages, the link that was opened and the answers, the newest first, and of two alike only the last to send once more', async () => {
    const { sql } = record();
    await sql`insert into conversations (operation, replies) values (${world.operation}, true)`;
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const failed = await addNotice('failed', { createdAt: at(40), problem: 'No existe.' });
    const sent = await addNotice('sent', { createdAt: at(30), sentAt: at(29), channel: 'whatsapp' });
    const link = keys.newLink();
    await sql`insert into visit_links (token_hash, nonce, visit_id, expires_at)
      values (${link.tokenHash}, ${link.nonce}, ${world.visitId}, now() + interval '3 days')`;
    const customer = { db: record(), actor: customerActor(world.operation), keys };
    const hash = link.tokenHash.toString('hex');
    await done(noteLinkOpened({ ...customer, now: at(20) }, { link: hash }));
    const seen = `${tomorrow}.${world.slotId}.9.13`;
    await done(confirmVisit({ ...customer, now: at(10) }, { visit_id: world.visitId, seen }));
    expect(await said()).toMatchObject([
      { step: { name: 'visit.confirmed' }, message: null },
      { openedFirst: expect.any(Date), message: null },
      { message: { id: sent, state: 'sent', channel: 'whatsapp', whyNotAgain: null } },
      { message: { id: failed, state: 'failed', problem: 'No existe.', whyNotAgain: 'superseded' } },
    ]);
    expect(await said(2)).toHaveLength(2);
    const other = await makeWorld(sql);
    const { actor } = await by(sac, other.operation);
    const asked = listClientMessages(record(), actor, world.clientId, {
      offset: 0,
      limit: 9,
      now: new Date(),
    });
    expect(await asked).toEqual([]);
  });

  it('has an opened link once: the first time is an event, later ones move its last time, once an hour', async () => {
    const { sql } = record();
    const link = keys.newLink();
    await sql`insert into visit_links (token_hash, nonce, visit_id, expires_at)
      values (${link.tokenHash}, ${link.nonce}, ${world.visitId}, now() + interval '3 days')`;
    const first = new Date(Date.now() - 3 * 3_600_000);
    const later = (minutes: number) => new Date(first.getTime() + minutes * 60_000);
    const open = (now: Date) =>
      codeOf(
        noteLinkOpened(
          { db: record(), actor: customerActor(world.operation), now },
          { link: link.tokenHash.toString('hex') },
        ),
      );
    expect([await open(first), await open(later(59)), await open(later(61))]).toEqual([{}, 'not-due', {}]);
    expect(await said()).toMatchObject([{ openedFirst: first, at: later(61) }]);
    const { actor } = await by();
    const events = await listVisitEvents(record(), actor, world.visitId);
    expect(events.filter(({ name }) => name === 'visit.link_opened')).toHaveLength(1);
  });
});
