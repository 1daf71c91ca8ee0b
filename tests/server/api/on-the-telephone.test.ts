import { request } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { addLink, openSession, webServer } from '../../support/processes/web-server.ts';
import { addOrder, addUser, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// SAC's calls on the telephone (contract §14), and who opens a customer's link.

const { web, sql } = webServer();
const tomorrow = addDays(today(new Date()), 1);
let here: World;
let sac: string;

beforeAll(async () => {
  here = await makeWorld(sql(), { slot: { capacity: 3 } });
  const permissions = ['can_query_order', 'can_query_client', 'can_create_visit'] as const;
  sac = await openSession(sql(), await addUser(sql(), here.operation, {}, permissions));
});

describe('order/places', () => {
  const ask = (body: object, token = sac) => web().call('order/places', body, { token });

  it('answers the places of as many days as are asked, 14 by default, which visit/create takes', async () => {
    const ot_number = await addOrder(sql(), here.clientId);
    const { body } = await ask({ ot_type: 1, ot_number });
    const places: { date: string; timestripe_id: number; left: number; best: number | null }[] =
      body.data.places;
    expect(new Set(places.map(({ date }) => date)).size).toBeGreaterThanOrEqual(13);
    const best = places.find((place) => place.best === 1)!;
    const form = { ot_type: 1, ot_number, possibleDate: best.date, timestripe: best.timestripe_id };
    expect((await web().call('visit/create', form, { token: sac })).status).toBe(200);
    const after = (await ask({ ot_number, days: 31 })).body.data;
    expect(after.why_not).toMatch(/visitas abiertas/);
    const left = (place: { date: string }) => place.date === best.date;
    expect(after.places.find(left).left).toBe(best.left - 1);
  });

  it('refuses what is no order, too many days, and finds nothing of another operation', async () => {
    const there = await makeWorld(sql());
    expect((await ask({ ot_number: there.orderNumber })).status).toBe(404);
    for (const wrong of [{ days: 0 }, { days: 32 }, { days: 'todos' }])
      expect((await ask({ ot_number: here.orderNumber, ...wrong })).body.data.fields).toHaveProperty('days');
    expect((await ask({ ot_number: '__proto__' })).status).toBe(422);
    expect((await web().call('client/messages', { client_id: there.clientId }, { token: sac })).status).toBe(
      404,
    );
  });
});

describe('the opening of a link', () => {
  let visitId: number;
  let token: string;
  beforeEach(async () => {
    visitId = await addVisit(sql(), here, { day: tomorrow });
    token = await addLink(sql(), visitId);
  });
  const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

  /** As the page does once it runs, until the first visit has arrived. */
  const follow = (headers: Record<string, string>) =>
    new Promise<void>((done, failed) => {
      const asked = request(`${web().base}/visit/external/live/${token}`, { headers }, (answer) => {
        answer.once('data', () => answer.destroy());
        answer.once('close', done);
      });
      asked.once('error', failed).end();
    });
  const openings = async () => {
    const { body } = await web().call('client/messages', { client_id: here.clientId }, { token: sac });
    return body.data.filter(
      (line: { visit_id: number; opened_first: string | null }) =>
        line.visit_id === visitId && line.opened_first,
    ).length as number;
  };

  it('is noted when its page runs in a browser, once for two pages at the same time', async () => {
    expect(await openings()).toBe(0);
    await Promise.all([follow({ 'user-agent': phone }), follow({ 'user-agent': phone })]);
    await until(async () => (await openings()) === 1);
    const events =
      await sql()`select 1 from events where visit_id = ${visitId} and name = 'visit.link_opened'`;
    expect(events).toHaveLength(1);
  });

  it('is not what previews it, fetches it ahead, or asks the API', async () => {
    await follow({ 'user-agent': 'WhatsApp/2.23.20.0' });
    await follow({ 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' });
    await web().call('visit/external', { token }, { token: null, headers: { 'user-agent': phone } });
    // Noted after those, and before them if they were.
    const control = await addLink(sql(), visitId);
    token = control;
    await follow({ 'user-agent': phone });
    await until(async () => (await openings()) === 1);
    expect(await openings()).toBe(1);
  });
});
