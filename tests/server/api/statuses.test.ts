import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { refusals } from '../../../machines/words/refusals.ts';
import { startProxy, type TcpProxy } from '../../support/processes/tcp-proxy.ts';
import { type Answer, openSession, type WebServer, webServer } from '../../support/processes/web-server.ts';
import { addTechnician, addUser, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Contract §3, the table of statuses, row by row.

const { web, sql, url, another } = webServer();
let here: World;
let elsewhere: World;
let jefe: string;
let technician: string;
let unpermitted: string;

beforeAll(async () => {
  here = await makeWorld(sql());
  elsewhere = await makeWorld(sql());
  jefe = await openSession(sql(), await addUser(sql(), here.operation, {}, everyPermission));
  technician = await openSession(sql(), here.userId);
  unpermitted = await openSession(sql(), await addUser(sql(), here.operation));
});

const inner =
  /postgres|select |insert |update |relation|column|node_modules|\bat .+:\d+:\d+|ECONN|127\.0\.0\.1/i;

/** The envelope of a failure (contract §3): its code is the HTTP status, its diagnostic says something, nothing leaks. */
function expectRefusal(answer: Answer, status: number, diagnostic?: string) {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ code: status, diagnostic: diagnostic ?? expect.stringMatching(/\S/) });
  expect(answer.body.error).not.toBe(0);
  expect(answer.text).not.toMatch(inner);
}

describe('200', () => {
  it('comes in the envelope', async () => {
    const answer = await web().call('user/permissions', {}, { token: jefe });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ code: 200, error: 0, diagnostic: '' });
    expect(answer.headers.get('content-type')).toContain('application/json');
  });
});

describe('400', () => {
  it.each([
    ['no content type', undefined],
    ['application/json', 'application/json'],
    ['multipart, as the product sends it', 'multipart/form-data; boundary=x'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['one that is none', 'rubbish'],
  ])('is the session check’s answer to a bad token: %s', async (_, type) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    const body = type?.startsWith('multipart')
      ? '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
      : Buffer.from('{');
    const bad = await web().send('/v1', { method: 'POST', headers, body });
    expectRefusal(bad, 400);
    const headersOf = { ...headers, authorization: `Bearer ${technician}` };
    const good = await web().send('/v1', { method: 'POST', headers: headersOf, body });
    expect(good.status, good.text).toBe(200);
    expect(good.body).toMatchObject({ code: 200, error: 0 });
  });

  it('is no other call’s, however malformed the request', async () => {
    for (const [path, headers, body] of [
      ['/v1/visits', { 'content-type': 'application/json' }, '{"a":'],
      ['/v1/visits', { 'content-type': 'application/json' }, '{"start_date":"2026-13-40"}'],
      ['/v1/%zz', {}, '{}'],
      ['/v1/visits?a=%zz', { 'content-type': 'application/json' }, '{}'],
      [`/v1/${'x'.repeat(2_000)}`, { 'content-type': 'application/json' }, '{}'],
      ['/v1/%00', { 'content-type': 'application/json' }, '{}'],
      ['/v1/', { 'content-type': 'application/json' }, '{}'],
    ] as const) {
      const answer = await web().send(path, { method: 'POST', headers, body });
      expect([401, 404, 415, 422], `${path.slice(0, 40)} ${answer.text}`).toContain(answer.status);
      expectRefusal(answer, answer.status);
    }
  });
});

describe('405', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'is the answer to %s of a call, in the envelope, with the method that it takes',
    async (method) => {
      const headers = { accept: 'text/html', authorization: `Bearer ${technician}` };
      for (const path of ['/v1/order', '/v1/visit/get/by_number', '/v1/user/upload_profile_picture', '/v1']) {
        const answer = await web().send(path, { method, headers });
        expect([answer.status, answer.headers.get('allow')], path).toEqual([405, 'POST']);
        if (method !== 'HEAD') expectRefusal(answer, 405, 'Este servicio se pide con POST.');
      }
    },
  );

  it('is not for the document and its page, which are read with GET', async () => {
    for (const path of ['/v1/openapi.json', '/v1/docs'])
      expect((await web().send(path)).status, path).toBe(200);
  });
});

describe('401', () => {
  it.each(['', 'Bearer', 'Bearer x', 'half', `Basic ${'x'.repeat(43)}`, 'ñ'])(
    'is the answer to the authorization %j',
    async (given) => {
      const authorization = given === 'half' ? `Bearer ${technician.slice(0, 21)}` : given;
      const headers: Record<string, string> = authorization ? { authorization } : {};
      expectRefusal(await web().call('visits', {}, { headers }), 401, refusals['no-session'][1]);
    },
  );

  it('even when the body is wrong too', async () => {
    expectRefusal(await web().call('visit/attach', { visit_id: 'x' }), 401);
  });
});

describe('403', () => {
  it.each([
    ['order', {}, 'No posee permisos para consultar OTs'],
    ['visit/create', {}, 'No posee permisos para crear visitas'],
  ])('names the permission that is missing before it looks at the data: %s', async (path, body, text) => {
    expectRefusal(await web().call(path, body, { token: unpermitted }), 403, text);
  });

  it.each([
    ['visits', (operation: string) => ({ subsidiary: operation })],
    ['zones', (operation: string) => ({ operations: [here.operation, operation] })],
    ['orders/pending', (operation: string) => ({ subsidiary: operation })],
    ['visit/get_technicians_list', (operation: string) => ({ operations: operation })],
    [
      'visit/get_timestripes_by_date',
      (subsidiary: string) => ({ subsidiary, date_selected: today(new Date()) }),
    ],
  ])('answers for an operation that is not the user’s, whether it exists or not: %s', async (path, about) => {
    for (const operation of [elsewhere.operation, '999']) {
      const answer = await web().call(path, about(operation), { token: jefe });
      expectRefusal(answer, 403, refusals['operation-not-assigned'][1]);
    }
  });

  it('answers for an order by the operation that its number names', async () => {
    const order = { ot_type: 1, ot_number: elsewhere.orderNumber };
    const text = 'No se pueden buscar OTs de operaciones no asignadas';
    expectRefusal(await web().call('order', order, { token: jefe }), 403, text);
  });

  it('answers to a user who asks for another’s profile', async () => {
    for (const path of ['user/getuserinfo', 'user/permissions'])
      expectRefusal(await web().call(path, { username: 'u1' }, { token: jefe }), 403);
  });
});

describe('404', () => {
  it('answers, in the envelope, where there is no such call, whatever the request accepts', async () => {
    const paths = ['nada', 'constructor', '__proto__', 'toString', 'visit/get', 'visits/', '%00'];
    for (const path of paths)
      for (const method of ['GET', 'DELETE', 'POST']) {
        const headers = { accept: 'text/html', 'content-type': 'application/json' };
        const body = method === 'GET' ? undefined : '{}';
        const answer = await web().send(`/v1/${path}`, { method, headers, ...(body ? { body } : {}) });
        expectRefusal(answer, 404, 'Ese servicio no existe.');
      }
  });
});

describe('409', () => {
  it('carries the visit as it is now, with the spec’s text', async () => {
    const other = await addTechnician(sql(), here.operation);
    const visitId = await addVisit(sql(), here, { technicianId: null });
    const rival = await openSession(sql(), other.userId);
    expect((await web().call('visit/attach', { visit_id: visitId }, { token: rival })).status).toBe(200);
    const late = await web().call('visit/attach', { visit_id: visitId }, { token: technician });
    expectRefusal(late, 409, 'La visita ya está asignada a otro técnico.');
    expect(late.body.data.visit).toMatchObject({ id: visitId, version: 2, tech_id: other.technicianId });
  });
});

describe('413 and 415', () => {
  it('answer a body of 2 MB and one that is not JSON', async () => {
    const large = await web().call('visit/attach', { x: 'x'.repeat(2_097_152) }, { token: technician });
    expectRefusal(large, 413, 'El envío es demasiado grande.');
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { 'content-type': type };
      const answer = await web().call(
        'visit/attach',
        { visit_id: here.visitId },
        { token: technician, headers },
      );
      expectRefusal(answer, 415, 'El contenido debe ser JSON.');
    }
  });
});

describe('422', () => {
  it('names each wrong field and says what is wrong with it', async () => {
    const answer = await web().call(
      'visit/detach',
      { visit_id: 'x', notes: 'abcd', version: -1 },
      { token: technician },
    );
    expectRefusal(answer, 422);
    expect(Object.keys(answer.body.data.fields).sort()).toEqual(['notes', 'version', 'visit_id']);
    expect(answer.body.data.fields.notes).toBe('Debe ingresar el motivo de la desasignación');
  });

  it('answers malformed JSON and a key that is too long', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${technician}` };
    for (const body of ['{', '{"visit_id":1}}', '\u0000', 'NaN', '{"__proto__":{"visit_id":1}}'])
      expectRefusal(await web().send('/v1/visit/attach', { method: 'POST', headers, body }), 422);
    const long = await web().call(
      'visit/attach',
      { visit_id: here.visitId },
      { token: technician, key: 'k'.repeat(201) },
    );
    expectRefusal(long, 422);
    expect(long.body.data.fields).toHaveProperty('Idempotency-Key');
  });
});

describe('500', () => {
  it('shows a number to report and nothing of the inside; the log has both', async () => {
    const broken = await another();
    await sql()`alter table visits rename column repair_code to repair_code_gone`;
    try {
      const answer = await broken.call('visit/get/by_number', { visit_id: here.visitId }, { token: jefe });
      expectRefusal(answer, 500);
      const id = answer.headers.get('x-request-id')!;
      expect(answer.body.diagnostic).toMatch(new RegExp(`informá este número: ${id}$`));
      expect(broken.log.find((line) => line.includes(id!))).toContain('repair_code');
    } finally {
      await sql()`alter table visits rename column repair_code_gone to repair_code`;
    }
  });
});

describe('503', () => {
  let proxy: TcpProxy;
  let far: WebServer;
  afterAll(() => proxy?.close());

  it('while the database is down, and no user is signed out by it (F04)', async () => {
    const target = new URL(url());
    proxy = await startProxy(Number(target.port));
    const { port } = proxy;
    target.port = String(port);
    far = await another(target.href);
    expect((await far.call('user/permissions', {}, { token: jefe })).status).toBe(200);
    await proxy.close();
    // A session that was just looked up is used for 100 ms more (docs/decisions/known-sessions.md).
    await wait(150);

    const calm = { token: jefe };
    for (const [path, body] of [
      ['', {}],
      ['user/permissions', {}],
      ['visits', { subsidiary: here.operation }],
      ['visit/create', {}],
      ['visit/attach', { visit_id: here.visitId }],
      ['user/login', { username: 'u1', password: 'x' }],
    ] as const) {
      const answer = await far.call(path, body, calm);
      expectRefusal(answer, 503, refusals.unavailable[1]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const week = await far.send(`/board/week?operation=${here.operation}`, {
      headers: { cookie: `agenda=${jefe}` },
    });
    expect(week.status).toBe(503);
    expect(week.headers.get('retry-after')).toBeTruthy();
    expect(week.text).not.toMatch(inner);
    expect((await far.send('/readyz')).status).toBe(503);

    proxy = await startProxy(Number(new URL(url()).port), port);
    await until(async () => (await far.call('user/permissions', {}, calm)).status === 200, 5_000);
    expect((await far.call('', {}, calm)).status).toBe(200);
    expect((await far.call('user/login', { username: 'u1', password: 'x' })).status).toBe(401);
  });
});
