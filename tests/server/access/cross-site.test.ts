import { beforeAll, describe, expect, it } from 'vitest';
import { smallScreens } from '../../support/processes/small-screens.ts';
import { cheapHash, openWebServer, webServer } from '../../support/processes/web-server.ts';
import { addOperation, addUser } from '../../support/record/fixtures.ts';

// The screens' guard and cookies, with the smallest screens: one that signs in, one that says who asks.

const remix = { build: smallScreens(), mode: 'production' as const };
const { web, sql, url } = webServer({ remix });

beforeAll(async () => {
  const operation = await addOperation(sql());
  await addUser(sql(), operation, { username: 'ana', passwordHash: cheapHash('agenda-demo') });
});

const form = 'username=ana&password=agenda-demo';
const post = (headers: Record<string, string>, body = form, path = '/login') =>
  web().send(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const own = () => ({ origin: web().base });
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0] ?? '';

describe('a screen’s action', () => {
  it.each([
    ['no Origin', {}],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['Origin null', { origin: 'null' }],
    ['an Origin that is none', { origin: 'rubbish' }],
    ['our name at another port', { origin: 'http://127.0.0.1:1' }],
    ['our own name by another scheme', () => ({ origin: web().base.replace('http:', 'https:') })],
    ['our name as a prefix', { origin: 'http://127.0.0.1.evil.example' }],
    ['text/plain, which needs no leave of the browser', { 'content-type': 'text/plain' }],
    ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from %s', async (_, given) => {
    const headers = typeof given === 'function' ? given() : given;
    const answer = await post(headers as Record<string, string>);
    expect(answer.status).toBe(403);
    expect(answer.text).toBe('El pedido viene de otro sitio y fue rechazado.');
    expect(cookieOf(answer)).toBe('');
  });

  it('is refused from another site that claims our Origin', async () => {
    expect((await post({ ...own(), 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('by %s is guarded too', async (method) => {
    expect((await web().send('/login', { method, body: form })).status).toBe(403);
  });

  it('is run from our own pages', async () => {
    expect((await post(own())).status).toBe(200);
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('that no form sends, with a NUL in the user’s name, is 422 and no failure', async () => {
    const logged = web().log.length;
    const answer = await post(own(), 'username=a%00b&password=x');
    expect(answer.status).toBe(422);
    expect(web().log.slice(logged)).toEqual([]);
  });
});

describe('the cookie', () => {
  it('is for this host, out of reach of scripts and other sites, and ends with the session', async () => {
    const cookie = cookieOf(await post(own()));
    expect(cookie).toMatch(/^agenda=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
    const pair = cookie.split(';')[0]!;
    expect((await web().send('/who', { headers: { cookie: pair } })).text).toBe('ana');
    const out = await post({ ...own(), cookie: pair }, '', '/logout');
    expect(cookieOf(out)).toMatch(/^agenda=; .*Max-Age=0/);
    expect((await web().send('/who', { headers: { cookie: pair } })).text).toBe('none');
  });

  it('behind TLS is bound to the host and to TLS', async () => {
    const secure = await openWebServer(url(), { remix, publicUrl: 'https://agenda.example' });
    try {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      };
      const answer = await secure.send('/login', { method: 'POST', body: form, headers });
      expect(cookieOf(answer)).toMatch(
        /^__Host-agenda=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
      );
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000');
    } finally {
      await secure.close();
    }
  });
});

it('sends every screen with the headers that shut other sites out', async () => {
  const { headers } = await web().send('/who');
  expect(headers.get('content-security-policy')).toMatch(
    /script-src 'nonce-[^']+' 'strict-dynamic'.*frame-ancestors 'none'/,
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
});
