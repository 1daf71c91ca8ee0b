import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { openSession, openWebServer, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';

// What every answer carries, and what a user may ask for in a minute (docs/security.md).

const { web, sql, url, another } = webServer({ workPerMinute: 5 });
let here: World;

beforeAll(async () => {
  here = await makeWorld(sql());
});

const newUser = async () => {
  const userId = await addUser(sql(), here.operation, {}, everyPermission);
  return { userId, token: await openSession(sql(), userId) };
};

describe('every answer', () => {
  const guards = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };

  it.each([
    ['POST', '/v1'],
    ['POST', '/v1/visits'],
    ['POST', '/v1/does-not-exist'],
    ['GET', '/v1/openapi.json'],
    ['GET', '/v1/docs'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/board/week?operation=1'],
    ['GET', '/reports/download/monthly.csv'],
    ['GET', '/nothing/here'],
    ['GET', '/%zz'],
    ['DELETE', '/v1/visits'],
    ['OPTIONS', '/v1/visits'],
  ])('to %s %s is typed by us, and not framed, sniffed or read by other sites', async (method, path) => {
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const { headers } = await web().send(path, {
      method,
      headers: { origin: 'https://evil.example', ...preflight },
    });
    for (const [name, value] of Object.entries(guards)) expect(headers.get(name), name).toBe(value);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('of the API is kept by no cache', async () => {
    const { token } = await newUser();
    for (const path of ['', 'user/getuserinfo', 'does/not/exist'])
      expect((await web().call(path, {}, { token })).headers.get('cache-control'), path).toBe('no-store');
  });

  it('behind TLS binds the host and all below it to TLS for a year', async () => {
    const secure = await openWebServer(url(), { publicUrl: 'https://agenda.example' });
    try {
      for (const path of ['/healthz', '/v1/openapi.json', '/nothing'])
        expect((await secure.send(path)).headers.get('strict-transport-security'), path).toBe(
          'max-age=31536000; includeSubDomains',
        );
    } finally {
      await secure.close();
    }
  });
});

describe('costly requests', () => {
  const report = { month: `${today(new Date()).slice(0, 8)}01` };

  it('are so many a minute and user, over all web processes; cheap ones and other users go on', async () => {
    const [{ token }, other] = [await newUser(), await newUser()];
    const second = await another();
    for (let i = 0; i < 5; i++)
      expect((await (i % 2 ? second : web()).call('report/segments', report, { token })).status).toBe(200);
    for (const process of [web(), second]) {
      const more = await process.call('report/segments', report, { token });
      expect([more.status, more.body.diagnostic]).toEqual([
        429,
        'Demasiados pedidos en poco tiempo. Esperá un minuto.',
      ]);
      expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await process.call('user/permissions', {}, { token })).status).toBe(200);
      expect((await process.call('report/segments', report, { token: other.token })).status).toBe(200);
    }
  });

  it('are pictures, intakes and downloads too, counted together', async () => {
    const { userId, token } = await newUser();
    const cookie = `agenda=${await openSession(sql(), userId, { kind: 'browser' })}`;
    for (let i = 0; i < 5; i++) await web().call('intake/clients', { rows: [] }, { token });
    const form = new FormData();
    form.set('picture', new Blob(['x']), 'a.png');
    const authorization = `Bearer ${token}`;
    const upload = { method: 'POST', body: form, headers: { authorization } };
    expect((await web().send('/v1/user/upload_profile_picture', upload)).status).toBe(429);
    expect((await web().call('intake/clients', { rows: [] }, { token })).status).toBe(429);
    expect(
      (await web().send('/reports/download/segments.csv?month=2026-01-01', { headers: { cookie } })).status,
    ).toBe(429);
  });
});

it('a picture under a key is kept once, and another under that key is refused', async () => {
  const { token } = await newUser();
  const send = async (colour: string) => {
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: colour } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('picture', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'a.png');
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'foto-1' };
    return web().send('/v1/user/upload_profile_picture', { method: 'POST', body: form, headers });
  };
  const first = await send('#126387');
  expect(first.status, first.text).toBe(200);
  expect((await send('#126387')).body).toEqual(first.body);
  const other = await send('#ffffff');
  expect([other.status, other.body.diagnostic]).toEqual([
    422,
    'La clave de idempotencia ya se usó con otros datos.',
  ]);
});
