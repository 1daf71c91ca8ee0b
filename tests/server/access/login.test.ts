import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cheapHash, openSession, webServer } from '../../support/processes/web-server.ts';
import { addOperation, addUser } from '../../support/record/fixtures.ts';

// Sessions and the login (S2 §2, §8, faults.md 'Tokens', 'Login'). Addresses are chosen by a forwarding header.

const { web, sql, another } = webServer({ trustProxy: 1 });
let operation: string;
let users = 0;

async function person(password = 'agenda-demo', columns: Record<string, unknown> = {}) {
  const username = `persona${++users}`;
  const userId = await addUser(sql(), operation, { username, passwordHash: cheapHash(password), ...columns });
  return { username, userId };
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const login = (username: string, password: string, address = '10.0.0.1') =>
  web().call('user/login', { username, password }, from(address));
const check = async (token: string) => (await web().call('user/permissions', {}, { token })).status;

beforeAll(async () => {
  operation = await addOperation(sql());
});

describe('the login', () => {
  it('answers a token, where to land and until when', async () => {
    const { username } = await person();
    const before = Date.now();
    const answer = await login(` ${username.toUpperCase()} `, 'agenda-demo');
    expect(answer.body.data).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      defaultView: 'index_jefetec',
      tokenExpires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/),
    });
    const days = (Date.parse(answer.body.data.tokenExpires) - before) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    expect(await check(answer.body.data.token)).toBe(200);
    expect(
      (await sql()`select 1 from sessions where token_hash::text like ${`%${answer.body.data.token}%`}`)
        .count,
    ).toBe(0);
  });

  it.each([' con espacios ', '🙂🔑 ñandú', 'Ａ１', "'; drop table users; --"])(
    'takes the password to the letter: %s',
    async (password) => {
      const { username } = await person(password);
      expect((await login(username, password)).status).toBe(200);
      expect((await login(username, `${password} `)).status).toBe(401);
      if (password !== password.trim()) expect((await login(username, password.trim())).status).toBe(401);
    },
  );

  it('says the same of an unknown user, a wrong password, a deactivated user and one without a password', async () => {
    const { username } = await person();
    const gone = await person('agenda-demo', { active: false });
    const without = await person('x', { passwordHash: '-' });
    const answers = [
      await login(username, 'otra'),
      await login('nadie', 'agenda-demo'),
      await login(gone.username, 'agenda-demo'),
      await login(without.username, '-'),
      await login(without.username, 'no user has this password'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(answers[0]!.text);
    }
    expect(answers[0]!.body.diagnostic).toBe('Usuario o contraseña incorrectos.');
  });

  it('after 10 wrong ones answers 429 to user and address, with the spec’s text, at every process', async () => {
    const { username } = await person();
    const address = '10.0.1.1';
    for (let i = 0; i < 10; i++) expect((await login(username, 'otra', address)).status).toBe(401);
    const limited = await login(username, 'agenda-demo', address);
    expect(limited.status).toBe(429);
    expect(limited.body.diagnostic).toBe('Demasiados intentos, por favor pruebe dentro de unos minutos');
    const wait = Number(limited.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    const second = await another();
    const body = { username, password: 'agenda-demo' };
    expect((await second.call('user/login', body, from(address))).status).toBe(429);
    expect((await login(username, 'agenda-demo', '10.0.1.2')).status, 'no lock-out elsewhere').toBe(200);

    for (let i = 0; i < 10; i++) expect((await login('nadie-mas', 'otra', '10.0.1.3')).status).toBe(401);
    const unknown = await login('nadie-mas', 'otra', '10.0.1.3');
    expect([unknown.status, unknown.body.diagnostic]).toEqual([429, limited.body.diagnostic]);
  });

  it('counts wrong ones that come all at once', async () => {
    const { username } = await person();
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(username, 'otra', '10.0.2.1')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('does not let refused tries from one address keep a user out elsewhere', async () => {
    const { username } = await person();
    for (let i = 0; i < 80; i++) await login(username, 'otra', '10.0.3.1');
    expect((await login(username, 'agenda-demo', '10.0.3.2')).status).toBe(200);
    expect((await login((await person()).username, 'agenda-demo', '10.0.3.1')).status).toBe(200);
  });

  it('stops one password tried over 100 users from one address', async () => {
    const statuses = [];
    for (let i = 0; i < 100; i++)
      statuses.push((await login(`rociado${i}`, 'agenda-demo', '10.0.4.1')).status);
    expect(statuses.filter((status) => status === 429).length).toBe(40);
  });

  it('lets a user in from where they signed in lately, whatever is tried elsewhere', async () => {
    const { username } = await person();
    const home = '10.4.0.1';
    expect((await login(username, 'agenda-demo', home)).status).toBe(200);
    for (let at = 0; at < 50; at++) await login(username, 'otra', `10.4.1.${at}`);
    expect((await login(username, 'agenda-demo', '10.4.2.1')).status).toBe(429);
    expect((await login(username, 'agenda-demo', home)).status).toBe(200);
    // Wrong ones from there count there all the same.
    for (let at = 0; at < 10; at++) await login(username, 'otra', home);
    expect((await login(username, 'agenda-demo', home)).status).toBe(429);
  });

  it('counts an IPv6 network of 64 bits as one address', async () => {
    const { username } = await person();
    for (let at = 0; at < 10; at++) await login(username, 'otra', `2001:db8:7:7::${at.toString(16)}`);
    expect((await login(username, 'agenda-demo', '2001:db8:7:7:ffff::1')).status).toBe(429);
    expect((await login(username, 'agenda-demo', '2001:db8:7:8::1')).status).toBe(200);
  });

  it('keeps the 50 sessions of a user that were used last', async () => {
    const { username, userId } = await person();
    const idle = await openSession(sql(), userId, { lastSeenAt: new Date(Date.now() - 3_600_000) });
    const old = await openSession(sql(), userId, { lastSeenAt: new Date(Date.now() - 60_000) });
    for (let at = 0; at < 48; at++) await openSession(sql(), userId);
    expect(await check(idle)).toBe(200);
    await sql()`update sessions set last_seen_at = now() - interval '1 hour'
      where token_hash = ${createHash('sha256').update(idle).digest()}`;
    const { token } = (await login(username, 'agenda-demo')).body.data;
    expect([await check(idle), await check(old), await check(token)]).toEqual([401, 200, 200]);
    const [row] = await sql()`select count(*)::int as count from sessions where user_id = ${userId}`;
    expect(row!.count).toBe(50);
  });

  it('forgets the wrong ones after a right one', async () => {
    const { username } = await person();
    const address = '10.0.5.1';
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) expect((await login(username, 'otra', address)).status).toBe(401);
      expect((await login(username, 'agenda-demo', address)).status).toBe(200);
    }
  });
});

describe('a session', () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000);

  it('ends at its end, after 12 idle hours, by logout, by revocation and with its user', async () => {
    const { userId } = await person();
    const alive = await openSession(sql(), userId, { lastSeenAt: hours(-11.9), expiresAt: hours(0.1) });
    expect(await check(alive)).toBe(200);
    expect(await check(await openSession(sql(), userId, { expiresAt: hours(-0.01) }))).toBe(401);
    expect(await check(await openSession(sql(), userId, { lastSeenAt: hours(-12.1) }))).toBe(401);

    const [one, other] = [await openSession(sql(), userId), await openSession(sql(), userId)];
    expect((await web().call('user/logout', {}, { token: one })).status).toBe(200);
    expect([await check(one), await check(other)]).toEqual([401, 200]);
    expect((await web().call('', {}, { token: one })).status).toBe(400);

    await sql()`delete from sessions where user_id = ${userId}`;
    expect(await check(other)).toBe(401);
    const last = await openSession(sql(), userId);
    await sql()`update users set active = false where id = ${userId}`;
    expect(await check(last)).toBe(401);
  });

  it('is kept alive by its use', async () => {
    const { userId } = await person();
    const token = await openSession(sql(), userId, { lastSeenAt: hours(-11) });
    expect(await check(token)).toBe(200);
    const seen = () =>
      sql()`select last_seen_at > now() - interval '1 minute' as fresh from sessions where user_id = ${userId}`;
    await expect.poll(async () => (await seen())[0]!.fresh).toBe(true);
  });

  it('opens to its own token only: not to one bit less, more or other', async () => {
    const { userId } = await person();
    const token = await openSession(sql(), userId);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const at of [0, 20, 42]) {
      const flipped = alphabet[alphabet.indexOf(token[at]!) ^ 1]!;
      expect(await check(token.slice(0, at) + flipped + token.slice(at + 1)), `bit at ${at}`).toBe(401);
    }
    for (const wrong of [
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      'A'.repeat(43),
      'x'.repeat(5_000),
    ])
      expect(await check(wrong)).toBe(401);
    expect(await check(token)).toBe(200);
  });

  it('of a browser is not a bearer’s to guess by its cookie: /v1 reads no cookie', async () => {
    const { userId } = await person();
    const token = await openSession(sql(), userId, { kind: 'browser' });
    const answer = await web().call('user/permissions', {}, { headers: { cookie: `agenda=${token}` } });
    expect(answer.status).toBe(401);
  });
});
