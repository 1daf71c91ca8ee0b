import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { refusals } from '../../machines/words/refusals.ts';
import { calls } from '../../server/api/table.ts';
import { addTechnician, addUser, addVisit, makeWorld, type World } from '../support/fixtures.ts';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { type Answer, openSession, type WebServer, webServer } from '../support/web-server.ts';

// Contract §3, the table of statuses, row by row.

const { door, sql, url, another } = webServer();
let here: World;
let elsewhere: World;
let jefe: string;
let technician: string;
let nobody: string;

beforeAll(async () => {
  here = await makeWorld(sql());
  elsewhere = await makeWorld(sql());
  jefe = await openSession(sql(), await addUser(sql(), here.operation, {}, everyPermission));
  technician = await openSession(sql(), here.userId);
  nobody = await openSession(sql(), await addUser(sql(), here.operation));
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
    const answer = await door().call('user/permissions', {}, { token: jefe });
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
    const bad = await door().send('/v1', { method: 'POST', headers, body });
    expectRefusal(bad, 400);
    const headersOf = { ...headers, authorization: `Bearer ${technician}` };
    const good = await door().send('/v1', { method: 'POST', headers: headersOf, body });
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
      const answer = await door().send(path, { method: 'POST', headers, body });
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
        const answer = await door().send(path, { method, headers });
        expect([answer.status, answer.headers.get('allow')], path).toEqual([405, 'POST']);
        if (method !== 'HEAD') expectRefusal(answer, 405, 'Este servicio se pide con POST.');
      }
    },
  );

  it('is a 404 in the envelope where there is no such call, whatever the request accepts', async () => {
    for (const path of ['/v1/nada', '/v1/constructor', '/v1/visit/get', '/v1/%00'])
      for (const method of ['GET', 'DELETE', 'POST']) {
        const headers = { accept: 'text/html', 'content-type': 'application/json' };
        const body = method === 'GET' ? undefined : '{}';
        const answer = await door().send(path, { method, headers, ...(body ? { body } : {}) });
        expectRefusal(answer, 404, 'Ese servicio no existe.');
      }
  });

  it('is not for the document and its page, which are read with GET', async () => {
    for (const path of ['/v1/openapi.json', '/v1/docs'])
      expect((await door().send(path)).status, path).toBe(200);
  });
});

describe('401', () => {
  it.each(Object.keys(calls).filter((path) => !calls[path]!.anonymous))(
    'without a token, with garbage and with half of one: %s',
    async (path) => {
      const half = technician.slice(0, 21);
      for (const authorization of ['', 'Bearer', 'Bearer x', `Bearer ${half}`, `Basic ${technician}`, 'ñ']) {
        const headers: Record<string, string> = authorization ? { authorization } : {};
        expectRefusal(await door().call(path, {}, { headers }), 401, refusals['no-session'][1]);
      }
    },
  );

  it('even when the body is wrong too', async () => {
    expectRefusal(await door().call('visit/attach', { visit_id: 'x' }), 401);
  });
});

describe('403', () => {
  it.each([
    ['order', {}, 'No posee permisos para consultar OTs'],
    ['visit/create', {}, 'No posee permisos para crear visitas'],
  ])('names the permission that is missing before it looks at the data: %s', async (path, body, text) => {
    expectRefusal(await door().call(path, body, { token: nobody }), 403, text);
  });

  it('answers for an operation that is not the user’s, whether it exists or not', async () => {
    for (const operation of [elsewhere.operation, '999']) {
      const about = { token: jefe };
      const text = refusals['operation-not-assigned'][1];
      expectRefusal(await door().call('visits', { subsidiary: operation }, about), 403, text);
      expectRefusal(
        await door().call('zones', { operations: [here.operation, operation] }, about),
        403,
        text,
      );
      expectRefusal(await door().call('orders/pending', { subsidiary: operation }, about), 403, text);
      expectRefusal(
        await door().call('visit/get_technicians_list', { operations: operation }, about),
        403,
        text,
      );
      expectRefusal(
        await door().call(
          'visit/get_timestripes_by_date',
          { subsidiary: operation, date_selected: today(new Date()) },
          about,
        ),
        403,
        text,
      );
      expectRefusal(
        await door().call('order', { ot_type: 1, ot_number: `${operation}00000001` }, about),
        403,
        'No se pueden buscar OTs de operaciones no asignadas',
      );
    }
  });

  it('answers to whoever asks for somebody else’s profile', async () => {
    for (const path of ['user/getuserinfo', 'user/permissions'])
      expectRefusal(await door().call(path, { username: 'u1' }, { token: jefe }), 403);
  });

  it('keeps a user without a technician from the technician’s work', async () => {
    const visitId = await addVisit(sql(), here, { technicianId: null });
    for (const [path, more] of [
      ['visit/attach', {}],
      ['visit/set_on_the_way', {}],
      ['visit/detach', { notes: 'no puedo ir' }],
    ] as const) {
      const answer = await door().call(path, { visit_id: visitId, ...more }, { token: nobody });
      expectRefusal(answer, 403, 'Tu usuario no tiene un técnico asociado.');
    }
  });
});

describe('404', () => {
  it('looks the same for an id of another operation and for one that nobody has', async () => {
    const absent = 2_147_483_647;
    const orderOf = (number: string) => ({
      ot_type: 1,
      ot_number: number,
      possibleDate: addDays(today(new Date()), 1),
      timestripe: here.slotId,
    });
    const pairs: [string, unknown, unknown][] = [
      ...(
        [
          ['visit/attach', {}],
          ['visit/detach', { notes: 'no puedo ir' }],
          ['visit/set_on_the_way', {}],
          ['visit/finish', { status: 6 }],
          ['visit/get/by_number', {}],
          ['subsidiary/capabilities', {}],
          ['report/segment', {}],
        ] as const
      ).map(([path, more]): [string, unknown, unknown] => [
        path,
        { visit_id: elsewhere.visitId, ...more },
        { visit_id: absent, ...more },
      ]),
      ['visit/get/by_tech_id', { tech_id: elsewhere.technicianId }, { tech_id: absent }],
      [
        'timestripes/eval',
        { timestripe_id: elsewhere.slotId, date: today(new Date()) },
        { timestripe_id: absent, date: today(new Date()) },
      ],
      ['visit/create', orderOf(elsewhere.orderNumber), orderOf(`${elsewhere.operation}99999999`)],
    ];
    for (const [path, foreign, unknown] of pairs) {
      const [one, other] = [
        await door().call(path, foreign, { token: jefe }),
        await door().call(path, unknown, { token: jefe }),
      ];
      expectRefusal(one, 404);
      expect(one.text, path).toBe(other.text);
    }
    const [untouched] = await sql()`select version from visits where id = ${elsewhere.visitId}`;
    expect(untouched!.version).toBe(1);
  });

  it.each(['nada', 'visit', 'constructor', 'toString', '__proto__', 'hasOwnProperty', 'visits/'])(
    'answers for a call that does not exist: %s',
    async (path) => {
      expectRefusal(await door().call(path, {}, { token: jefe }), 404, 'Ese servicio no existe.');
    },
  );
});

describe('409', () => {
  it('carries the visit as it is now, with the spec’s text', async () => {
    const other = await addTechnician(sql(), here.operation);
    const visitId = await addVisit(sql(), here, { technicianId: null });
    const rival = await openSession(sql(), other.userId);
    expect((await door().call('visit/attach', { visit_id: visitId }, { token: rival })).status).toBe(200);
    const late = await door().call('visit/attach', { visit_id: visitId }, { token: technician });
    expectRefusal(late, 409, 'La visita ya está asignada a otro técnico.');
    expect(late.body.data.visit).toMatchObject({ id: visitId, version: 2, tech_id: other.technicianId });

    await door().call('visit/set_on_the_way', { visit_id: visitId, on_the_way: true }, { token: rival });
    const release = await door().call(
      'visit/detach',
      { visit_id: visitId, notes: 'no puedo ir' },
      { token: rival },
    );
    expectRefusal(
      release,
      409,
      'No se puede desasignar una visita en camino. Si no podes realizar la visita, por favor cancelala.',
    );
    expect(release.body.data.visit).toMatchObject({ on_the_way: true, status: 'En camino', version: 3 });
  });

  it('answers to a version that is not the visit’s any more, and writes nothing (F16)', async () => {
    const visitId = await addVisit(sql(), here);
    for (const [path, more] of [
      ['visit/detach', { notes: 'no puedo ir' }],
      ['visit/set_on_the_way', {}],
      ['visit/finish', { status: 6 }],
    ] as const) {
      const body = { visit_id: visitId, version: 7, ...more };
      const answer = await door().call(path, body, { token: technician });
      expectRefusal(answer, 409, refusals['stale-version'][1]);
      expect(answer.body.data.visit).toMatchObject({ id: visitId, version: 1 });
    }
    expect((await sql()`select 1 from events where visit_id = ${visitId}`).count).toBe(0);
  });
});

describe('413 and 415', () => {
  it('answer a body of 2 MB and one that is not JSON', async () => {
    const large = await door().call('visit/attach', { x: 'x'.repeat(2_097_152) }, { token: technician });
    expectRefusal(large, 413, 'El envío es demasiado grande.');
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { 'content-type': type };
      const answer = await door().call(
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
    const answer = await door().call(
      'visit/detach',
      { visit_id: 'x', notes: 'abcd', version: -1 },
      { token: technician },
    );
    expectRefusal(answer, 422);
    expect(Object.keys(answer.body.data.fields).sort()).toEqual(['notes', 'version', 'visit_id']);
    expect(answer.body.data.fields.notes).toBe('Debe ingresar el motivo de la desasignación');
  });

  it('answers malformed JSON, a key twice used and a key that is too long', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${technician}` };
    for (const body of ['{', '{"visit_id":1}}', '\u0000', 'NaN', '{"__proto__":{"visit_id":1}}'])
      expectRefusal(await door().send('/v1/visit/attach', { method: 'POST', headers, body }), 422);
    const visitId = await addVisit(sql(), here, { technicianId: null });
    const first = { visit_id: visitId };
    expect((await door().call('visit/attach', first, { token: technician, key: 'one' })).status).toBe(200);
    expectRefusal(
      await door().call('visit/attach', { visit_id: here.visitId }, { token: technician, key: 'one' }),
      422,
      refusals['key-reused'][1],
    );
    const long = await door().call('visit/attach', first, { token: technician, key: 'k'.repeat(201) });
    expectRefusal(long, 422);
    expect(long.body.data.fields).toHaveProperty('Idempotency-Key');
  });

  it('speaks Spanish about a field of the wrong kind', async () => {
    for (const [path, body] of [
      ['orders/pending', { subsidiary: here.operation, show_contractors: 'yes' }],
      ['orders/pending', { subsidiary: here.operation, request: 'all' }],
      ['visit/get_reasons_to_finish', { type: 'none' }],
      ['visit/finish', { visit_id: 1, status: 6, materials: 'x' }],
      ['zones', []],
      ['user/getuserinfo', { username: 1 }],
    ] as const) {
      const answer = await door().call(path, body, { token: jefe });
      expectRefusal(answer, 422);
      expect(answer.text).not.toMatch(/invalid|expected|option|too (big|small)/i);
    }
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

  it('while the database is away, and nobody is signed out by it (F04)', async () => {
    const target = new URL(url());
    proxy = await startProxy(Number(target.port));
    const { port } = proxy;
    target.port = String(port);
    far = await another(target.href);
    expect((await far.call('user/permissions', {}, { token: jefe })).status).toBe(200);
    await proxy.close();

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
    const back = Date.now();
    await until(async () => (await far.call('user/permissions', {}, calm)).status === 200);
    expect(Date.now() - back).toBeLessThan(2_000);
    expect((await far.call('', {}, calm)).status).toBe(200);
    expect((await far.call('user/login', { username: 'u1', password: 'x' })).status).toBe(401);
  });
});
