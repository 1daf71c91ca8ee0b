import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { makeLifecycle } from '../../../server/process/lifecycle.ts';
import { startProxy } from '../../support/processes/tcp-proxy.ts';
import { openSession, openWebServer, webServer } from '../../support/processes/web-server.ts';
import { addUser, addVisit, makeWorld } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// What operators ask the product: is it alive, can it serve, what does it do (docs/operations/watching.md).

const { web, sql, url } = webServer();

describe('/readyz', () => {
  it('says starting, ready and stopping, and only while it is ready that it can serve', async () => {
    const life = makeLifecycle();
    const own = await openWebServer(url(), { lifecycle: life });
    try {
      const ready = () => own.send('/readyz');
      expect([(await ready()).status, (await ready()).body]).toEqual([503, { state: 'starting', away: [] }]);
      const early = await own.call('', {});
      expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);

      life.isReady();
      expect([(await ready()).status, (await ready()).body]).toEqual([200, { state: 'ready', away: [] }]);
      expect((await own.call('', {})).status).toBe(400);

      life.isStopping();
      expect([(await ready()).status, (await ready()).body]).toEqual([503, { state: 'stopping', away: [] }]);
      // A late client is answered, and comes back by a new connection, somewhere else.
      const late = await own.call('', {});
      expect([late.status, late.headers.get('connection')]).toEqual([400, 'close']);
      expect((await own.send('/healthz')).text).toBe('ok');
      life.isReady();
      expect((await ready()).text).toContain('stopping');
    } finally {
      await own.close();
    }
  });

  it('names the database while it is down or hangs, and is alive all the while', async () => {
    const near = new URL(url());
    const proxy = await startProxy(Number(near.port));
    near.port = String(proxy.port);
    const far = await openWebServer(near.href);
    try {
      await proxy.cut();
      await until(async () => (await far.send('/readyz')).status === 503, 10_000);
      expect((await far.send('/readyz')).body).toEqual({ state: 'ready', away: ['database'] });
      expect((await far.send('/healthz')).status).toBe(200);
      await proxy.restore();
      await until(async () => (await far.send('/readyz')).status === 200, 10_000);
      proxy.silence();
      expect((await far.send('/readyz')).body).toEqual({ state: 'ready', away: ['database'] });
    } finally {
      await proxy.close();
      await far.close();
    }
  });
});

describe('/metrics', () => {
  const token = 'a-token-of-the-metrics';

  it('counts requests by route and status, commands by outcome, and the lag of the feed', async () => {
    const world = await makeWorld(sql());
    const user = await addUser(sql(), world.operation, {}, everyPermission);
    const bearer = await openSession(sql(), user);
    const technician = await openSession(sql(), world.userId);
    const visit_id = await addVisit(sql(), world, { technicianId: null });
    const own = await openWebServer(url());
    try {
      const board = own.socket(bearer);
      board.connect();
      await until(() => board.connected);
      await new Promise<void>((watched) =>
        board.emit('watch', { operation: world.operation, version: null }, () => watched()),
      );
      const changed = new Promise((done) => board.once('changes', done));
      await own.call('visit/attach', { visit_id }, { token: technician });
      await changed;
      await own.call('visit/attach', { visit_id }, { token: technician });
      await own.call('visit/attach', {}, { token: technician });
      for (const path of ['/anything/17', '/anything/18', '/v1/made/up']) await own.send(path);
      await own.call('made/up', {}, { token: bearer });
      const { text, headers } = await own.send('/metrics');
      expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      const lines = text.split('\n');
      expect(lines).toContain(
        'agenda_http_requests_total{method="POST",route="/v1/visit/attach",status="200"} 1',
      );
      expect(lines).toContain(
        'agenda_http_requests_total{method="POST",route="/v1/visit/attach",status="422"} 1',
      );
      expect(lines).toContain('agenda_http_request_seconds_count{route="/v1/visit/attach"} 3');
      expect(lines).toContain('agenda_commands_total{command="takeVisit",outcome="done"} 1');
      expect(lines).toContain('agenda_commands_total{command="takeVisit",outcome="check-the-data"} 1');
      expect(lines).toContain('agenda_command_seconds_count{command="takeVisit"} 3');
      expect(lines).toContain('agenda_sockets 1');
      expect(Number(/^agenda_feed_lag_seconds_count (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
      // Nothing that a client chose freely is a name: as many series tomorrow as today.
      expect(text).not.toMatch(/made\/up|anything/);
      expect(text).not.toContain(`route="/v1/visit/attach",status="200",`);
    } finally {
      await own.close();
    }
  });

  it('is there for this machine alone without a token, and not for whom a proxy brings', async () => {
    expect((await web().send('/metrics')).status).toBe(200);
    for (const name of ['x-forwarded-for', 'forwarded'])
      expect((await web().send('/metrics', { headers: { [name]: '203.0.113.9' } })).status).toBe(404);
  });

  it('is there with the token only, from anywhere', async () => {
    const own = await openWebServer(url(), { metricsToken: token });
    try {
      const ask = (authorization?: string) =>
        own.send('/metrics', { headers: authorization ? { authorization } : {} });
      expect((await ask()).status).toBe(404);
      expect((await ask(`Bearer ${token}x`)).status).toBe(404);
      expect((await ask(`Bearer ${token.replace('a', 'b')}`)).status).toBe(404);
      expect((await ask(`Bearer ${token}`)).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe("a request's id", () => {
  it('is answered with everything, and is unlike every other', async () => {
    const ids = await Promise.all(
      ['/healthz', '/v1/openapi.json', '/nothing'].map(async (path) =>
        (await web().send(path)).headers.get('x-request-id'),
      ),
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}\.[0-9a-z]+$/);
    expect(new Set(ids).size).toBe(3);
  });

  it('of forwarding headers takes the last proxy’s word, not what the client wrote before it', async () => {
    const trusting = await openWebServer(url(), { trustProxy: 1 });
    try {
      const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
      await trusting.call('visits', { subsidiary: '114' }, { token: 'x'.repeat(43), headers });
      await until(() => trusting.log.some((line) => line.includes('access refused')));
      expect(JSON.parse(trusting.log.find((line) => line.includes('access refused'))!).address).toBe(
        '203.0.113.9',
      );
      // Without a token no client reads figures through a proxy, also one on this machine that adds no header.
      expect((await trusting.send('/metrics')).status).toBe(404);
    } finally {
      await trusting.close();
    }
  });

  it("is a trusted proxy's when that is well formed, and no other's", async () => {
    const given = 'f3b1c2d4-0000-4000-8000-00000000abcd';
    const headers = { 'x-request-id': given };
    expect((await web().send('/healthz', { headers })).headers.get('x-request-id')).not.toBe(given);
    const trusting = await openWebServer(url(), { trustProxy: 1 });
    try {
      expect((await trusting.send('/healthz', { headers })).headers.get('x-request-id')).toBe(given);
      for (const wrong of ['short', 'a b c d e f g h', '"},{"level":"60', 'x'.repeat(101)]) {
        const { headers: answered } = await trusting.send('/healthz', { headers: { 'x-request-id': wrong } });
        expect(answered.get('x-request-id')).not.toBe(wrong);
      }
    } finally {
      await trusting.close();
    }
  });

  it('stands in the log line and in the answer of an accident, and goes out with the events that it caused', async () => {
    const trusting = await openWebServer(url(), { trustProxy: 1 });
    try {
      const world = await makeWorld(sql());
      const token = await openSession(sql(), world.userId);
      const visit_id = await addVisit(sql(), world, { technicianId: null });
      const id = 'trace-of-a-visit-1';
      await trusting.call('visit/attach', { visit_id }, { token, headers: { 'x-request-id': id } });
      const [row] =
        await sql()`select request_id from outbox where visit_id = ${visit_id} and name = 'visit.taken'`;
      expect(row).toEqual({ requestId: id });

      await sql()`alter table slots rename to hidden_slots`;
      const accident = await trusting
        .call('timestripes', {}, { token, headers: { 'x-request-id': 'trace-of-an-accident' } })
        .finally(() => sql()`alter table hidden_slots rename to slots`);
      expect(accident.status).toBe(500);
      expect(accident.body.diagnostic).toContain('trace-of-an-accident');
      const line = trusting.log
        .map((text) => JSON.parse(text))
        .find(({ reqId }) => reqId === 'trace-of-an-accident');
      expect(line).toMatchObject({ process: 'web', msg: 'call failed' });
    } finally {
      await trusting.close();
    }
  });
});

it('keeps no place for a client that never sends its body, and gives back those of clients that leave', async () => {
  const own = await openWebServer(url(), { maxRequests: 2 });
  try {
    const port = Number(new URL(own.base).port);
    const slow = Array.from({ length: 6 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        'POST /v1 HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
      );
      return socket;
    });
    await until(async () => (await own.call('')).status === 400);
    for (const socket of slow) socket.destroy();
    for (let left = 0; left < 20; left++) {
      const leaving = new AbortController();
      const asked = own.send('/v1/openapi.json', { signal: leaving.signal }).catch(() => {});
      leaving.abort();
      await asked;
    }
    await until(async () => /^agenda_requests_under_way 0$/m.test((await own.send('/metrics')).text));
    expect((await own.call('')).status).toBe(400);
  } finally {
    await own.close();
  }
});

describe('the log', () => {
  it('names of every refused access who asked what from where, and nothing of what was sent', async () => {
    const here = await makeWorld(sql());
    const token = await openSession(sql(), here.userId);
    const lines = () =>
      web()
        .log.map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'access refused');
    const before = lines().length;
    expect((await web().call('users', { search: 'ganas' }, { token })).status).toBe(403);
    expect((await web().call('visits', { subsidiary: '114' }, { token: 'x'.repeat(43) })).status).toBe(401);
    await until(() => lines().length === before + 2);
    const [forbidden, unknown] = lines().slice(before);
    expect(forbidden).toMatchObject({
      status: 403,
      method: 'POST',
      route: '/v1/users',
      user: here.userId,
      address: '127.0.0.1',
    });
    expect(unknown).toMatchObject({ status: 401, route: '/v1/visits', user: null });
    expect(JSON.stringify([forbidden, unknown])).not.toMatch(/ganas|xxx/);
  });
});
