import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../machines/access/permissions.ts';
import { allowedRequests } from '../../server/http/shedding.ts';
import { addUser, makeWorld } from '../support/fixtures.ts';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { type Answer, openFrontDoor, openSession, type WebServer, webServer } from '../support/web-server.ts';

// F09: a slow database makes a process do less at a time, not keep everybody waiting.

const { sql, url } = webServer();
let proxy: TcpProxy;
let far: WebServer;
let token: string;
const most = 40;

beforeAll(async () => {
  const near = new URL(url());
  proxy = await startProxy(Number(near.port));
  near.port = String(proxy.port);
  const world = await makeWorld(sql());
  token = await openSession(sql(), await addUser(sql(), world.operation, {}, everyPermission));
  far = await openFrontDoor(near.href, { maxRequests: most });
  await far.call('user/getuserinfo', {}, { token });
});
afterAll(async () => {
  proxy.delay(0);
  await far.close();
  await proxy.close();
});

const roundTrip = async () =>
  Number(/^agenda_database_round_trip_seconds (\S+)$/m.exec((await far.send('/metrics')).text)?.[1]);

it('allows fewer requests at a time the slower the database is, and always some', () => {
  expect([0, 150, 200, 400, 2_000, 60_000].map((ms) => allowedRequests(200, ms))).toEqual([
    200, 200, 200, 100, 20, 8,
  ]);
  expect(allowedRequests(4, 60_000)).toBe(4);
});

describe.each([
  { delayMs: 100, what: '200 ms', allowed: most },
  { delayMs: 1_000, what: '2 s', allowed: 8 },
])('with a database $what away', ({ delayMs, allowed }) => {
  it('refuses what it cannot do in good time with 503 and Retry-After, and does the rest', async () => {
    proxy.delay(delayMs);
    await until(async () => (await roundTrip()) >= (1.95 * delayMs) / 1_000, 30_000);
    const inOrder: number[] = [];
    const answers: Answer[] = await Promise.all(
      Array.from({ length: 150 }, async () => {
        const answer = await far.call('user/getuserinfo', {}, { token });
        inOrder.push(answer.status);
        return answer;
      }),
    );
    const shed = answers.filter(({ status }) => status === 503);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length + shed.length).toBe(150);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThanOrEqual(allowed);
    for (const { body, headers } of shed) {
      expect(body.diagnostic).toBe(
        'El servicio no está disponible en este momento. Por favor intente nuevamente.',
      );
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // Whoever is refused hears so without waiting for what others asked of the database.
    expect(inOrder.indexOf(503)).toBeLessThan(inOrder.lastIndexOf(200));
    expect((await far.send('/healthz')).status).toBe(200);
    expect((await far.send('/metrics')).text).toMatch(/^agenda_requests_under_way 0$/m);
  }, 90_000);

  it('answers everybody again once the database is near', async () => {
    proxy.delay(0);
    await until(async () => (await roundTrip()) < 0.2, 30_000);
    // The machine itself may be slow for a moment.
    await until(async () => {
      const answers = await Promise.all(
        Array.from({ length: most }, () => far.call('user/getuserinfo', {}, { token })),
      );
      return answers.every(({ status }) => status === 200);
    }, 30_000);
  }, 60_000);
});
