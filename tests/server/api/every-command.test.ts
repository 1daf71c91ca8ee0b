import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { calls } from '../../../server/api/table.ts';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { addUser } from '../../support/record/fixtures.ts';
import { countChanges } from '../../support/record/record-hash.ts';
import {
  addReasons,
  type Json,
  makeThings,
  type Things,
  workingCalls,
} from '../../support/record/working-calls.ts';

// What holds for every command of the table alike (contract §3, §4): the Idempotency-Key, and the version.

const { web, sql, another } = webServer();
const commands = Object.keys(calls).filter((path) => calls[path]!.acts);
/** What no key can do: the session that would ask again is over. */
const onceOnly = ['user/logout'];

let changes: () => Promise<number>;

beforeAll(async () => {
  await addReasons(sql());
  changes = await countChanges(sql());
});
beforeEach(async () => {
  await sql()`update visits set on_the_way = false where on_the_way`;
});

async function prepared(path: string): Promise<{ things: Things; token: string | null; body: Json }> {
  const { by, body } = workingCalls[path]!;
  const things = await makeThings(sql(), 'nuestro');
  let userId = things.technicianUserId;
  if (by !== 'technician') userId = await addUser(sql(), things.operation, {}, everyPermission);
  await openSession(sql(), userId);
  const token = by === 'anybody' ? null : await openSession(sql(), userId);
  const call = async (before: string, given: Json, key?: string) =>
    (await web().call(before, given, { token, ...(key ? { key } : {}) })).body.data;
  return { things, token, body: await body(things, { call, sql: sql() }) };
}

describe('under one Idempotency-Key', () => {
  it.each(commands.filter((path) => !onceOnly.includes(path)))(
    '%s acts once, answers the repeat as the first, and refuses another body',
    async (path) => {
      const { things, token, body } = await prepared(path);
      const key = `llave-${path}-${things.operation}`;
      const first = await web().call(path, body, { token, key });
      expect(first.status, first.text).toBe(workingCalls[path]!.status ?? 200);
      const after = await changes();
      const again = await web().call(path, body, { token, key });
      expect([again.status, again.body]).toEqual([first.status, withoutSecrets(path, first.body)]);
      expect(await changes()).toBe(after);
      if (first.status !== 200) return;
      const otherBody = await anotherBody(path, body);
      if (!otherBody) return;
      const before = await changes();
      const other = await web().call(path, otherBody, { token, key });
      expect([other.status, other.body.diagnostic]).toEqual([
        422,
        'La clave de idempotencia ya se usó con otros datos.',
      ]);
      expect(await changes()).toBe(before);
    },
  );

  const withoutSecrets = (path: string, body: { data: Json }) => {
    const secrets = Object.fromEntries((workingCalls[path]!.secrets ?? []).map((name) => [name, null]));
    return body.data ? { ...body, data: { ...body.data, ...secrets } } : body;
  };

  it.each([
    ...['visit/edit', 'visit/attach', 'visit/finish', 'visit/create', 'visit/reschedule', 'timestripes/edit'],
    ...['user/change_password', 'visit/external/confirm'],
  ])(
    '%s sent twenty times at once to two processes acts once and answers each the same (F17)',
    async (path) => {
      const processes = [web(), await another()];
      const { things, token, body } = await prepared(path);
      const key = `veinte-${things.operation}`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => processes[i % 2]!.call(path, body, { token, key })),
      );
      const after = await changes();
      answers.push(await processes[0]!.call(path, body, { token, key }));
      expect(await changes()).toBe(after);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]!.status, answers[0]!.text).toBe(200);
    },
  );

  async function anotherBody(path: string, sent: Json): Promise<Json | undefined> {
    const { other, body } = workingCalls[path]!;
    if (other) return { ...sent, ...other };
    const things = await makeThings(sql(), 'otro');
    const made = await body(things, { call: async () => ({}), sql: sql() });
    return Object.keys(made).length > 0 ? made : undefined;
  }
});

describe('with a version', () => {
  const versioned = commands.filter((path) => {
    const { properties = {} } = z.toJSONSchema(calls[path]!.input, {
      io: 'input',
      unrepresentable: 'any',
    }) as {
      properties?: object;
    };
    return 'version' in properties || 'versions' in properties;
  });

  it('are all commands that change a visit or a setting', () => {
    expect(versioned.sort()).toEqual(
      [
        'absences/delete',
        'absences/edit',
        'conversations/edit',
        'priorities/edit',
        'skills/edit',
        'timestripes/delete',
        'timestripes/edit',
        'timestripes/edit_day',
        'timestripes/notify',
        'users/edit',
        'visit/arrive',
        'visit/attach',
        'visit/called',
        'visit/change_technician',
        'visit/detach',
        'visit/edit',
        'visit/finish',
        'visit/place',
        'visit/reschedule',
        'visit/set_on_the_way',
        'zones/delete',
        'zones/edit',
        'webhooks/delete',
        'webhooks/edit',
        'webhooks/rotate_secret',
      ].sort(),
    );
  });

  it.each(versioned)(
    '%s acts on that one only: an older one is 409 with the thing as it is',
    async (path) => {
      const { things, token, body } = await prepared(path);
      await sql()`update visits set version = 4 where operation = ${things.operation}`;
      for (const table of ['slots', 'zones', 'priorities', 'conversations', 'skill_rules'])
        await sql()`update ${sql()(table)} set version = 4 where operation = ${things.operation}`;
      await sql()`update users set version = 4 where id = ${things.technicianUserId}`;
      await sql()`update absences set version = 4 where id = ${things.absenceId}`;
      await sql()`update webhooks set version = 4 where id = ${things.webhookId}`;
      const before = await changes();
      const old = await web().call(path, withVersion(body, 3), { token });
      expect(old.status, old.text).toBe(409);
      const [now] = Object.values(old.body.data as Record<string, { version: number }>);
      expect(now!.version).toBe(4);
      expect(await changes()).toBe(before);
      const right = await web().call(path, withVersion(body, 4), { token });
      expect(right.status, right.text).toBe(200);
    },
  );

  function withVersion(body: Json, version: number): Json {
    const versions = body.versions ? Object.keys(body.versions) : null;
    return versions
      ? { ...body, versions: Object.fromEntries(versions.map((id) => [id, version])) }
      : { ...body, version };
  }
});
