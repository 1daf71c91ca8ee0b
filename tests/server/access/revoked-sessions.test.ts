import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../../../db/secrets/links.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { startProxy } from '../../support/processes/tcp-proxy.ts';
import { openSession, type WebServer, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';

// A session that was ended is served by no process later than 150 ms after the commit (docs/decisions/known-sessions.md).

const { web, sql, url, another } = webServer();
let here: World;

beforeAll(async () => {
  here = await makeWorld(sql());
});

let people = 0;
const someone = async () => {
  const userId = await addUser(sql(), here.operation, { username: `person${people++}` }, everyPermission);
  return { userId, token: await openSession(sql(), userId) };
};
type Someone = Awaited<ReturnType<typeof someone>>;

const knows = ({ db }: WebServer, token: string) =>
  db.sessions.recall(hashToken(token).toString('hex')) !== undefined;
const check = async (at: WebServer, token: string) => (await at.call('', {}, { token })).status;
const reads = async (at: WebServer, token: string) =>
  (await at.call('visits', { subsidiary: here.operation }, { token })).status;

/** The ways in which a session, or what it allows, ends; each with the statuses that follow. */
const endings = [
  [({ userId }: Someone) => sql()`delete from sessions where user_id = ${userId}`, 400, 401],
  [({ userId }: Someone) => sql()`update users set active = false where id = ${userId}`, 400, 401],
  [
    ({ userId }: Someone) => sql()`update sessions set expires_at = now() where user_id = ${userId}`,
    400,
    401,
  ],
  [({ userId }: Someone) => sql()`delete from user_operations where user_id = ${userId}`, 200, 403],
  [
    ({ userId }: Someone) => sql()`update users set must_change_password = true where id = ${userId}`,
    200,
    403,
  ],
] as const;

describe('a session that is in use on another process', () => {
  it('is refused by it 150 ms after the commit that ended it, or took what it allowed, in 1,000 rounds', async () => {
    const other = await another();
    let known = 0;
    const round = async (index: number) => {
      const one = await someone();
      const [end, checked, read] = endings[index % endings.length]!;
      const late: number[] = [];
      let committedAt = Number.POSITIVE_INFINITY;
      const use = async () => {
        while (performance.now() < committedAt + 200) {
          const sentAt = performance.now();
          const statuses = [await check(other, one.token), await reads(other, one.token)];
          if (sentAt >= committedAt + 150) late.push(...statuses);
        }
      };
      const using = use();
      // All of a group at once: an ending makes the process read every session again.
      await wait(60 + (Math.floor(index / 25) % 40));
      if (knows(other, one.token)) known++;
      await end(one);
      committedAt = performance.now();
      await using;
      late.push(await check(other, one.token), await reads(other, one.token));
      expect(new Set(late), `round ${index}`).toEqual(new Set([checked, read]));
    };
    for (let first = 0; first < 1_000; first += 25) {
      const rounds = await Promise.allSettled(Array.from({ length: 25 }, (_, index) => round(first + index)));
      for (const ended of rounds) if (ended.status === 'rejected') throw ended.reason;
    }
    // Otherwise nothing was proved.
    expect(known).toBeGreaterThan(100);
  }, 240_000);

  it('is not served by a process that has lost the record, and refused once it has it back', async () => {
    const { port, pathname, username, password } = new URL(url());
    const proxy = await startProxy(Number(port));
    const other = await another(`postgres://${username}:${password}@127.0.0.1:${proxy.port}${pathname}`);
    const one = await someone();
    for (let times = 0; times < 3; times++) expect(await reads(other, one.token)).toBe(200);
    await proxy.cut();
    await sql()`delete from sessions where user_id = ${one.userId}`;
    await wait(150);
    expect(await check(other, one.token)).toBe(503);
    await proxy.restore();
    await expect.poll(() => check(other, one.token), { timeout: 10_000 }).toBe(400);
    await other.close().catch(() => {});
    await proxy.close();
  });
});

it('what a process has done itself it knows at once: a sign-out, an ended session, a right that was taken', async () => {
  const admin = await someone();
  for (let times = 0; times < 20; times++) {
    const one = await someone();
    expect(await reads(web(), one.token)).toBe(200);
    await web().call('user/logout', {}, { token: one.token });
    expect(await check(web(), one.token)).toBe(400);
  }
  const second = await openSession(sql(), admin.userId);
  expect(await check(web(), second)).toBe(200);
  const id = hashToken(second).toString('hex').slice(0, 16);
  expect((await web().call('user/end_session', { session_id: id }, { token: admin.token })).status).toBe(200);
  expect(await check(web(), second)).toBe(400);
});
