import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeIntegrationToken } from '../../../db/commands/accounts/integration-token.ts';
import { linkPattern } from '../../../db/secrets/links.ts';
import { abilities, everyPermission, type Permission } from '../../../machines/access/permissions.ts';
import type { Call } from '../../../server/api/call.ts';
import { calls } from '../../../server/api/table.ts';
import { type Answer, openSession, webServer } from '../../support/processes/web-server.ts';
import { addUser } from '../../support/record/fixtures.ts';
import { countChanges } from '../../support/record/record-hash.ts';
import {
  addReasons,
  type Json,
  makeThings,
  type Things,
  workingCalls,
} from '../../support/record/working-calls.ts';

// Who may make which call, about what: every call of the table, every kind of asker, and an id of another operation in
// every place where an id can stand. A cell is open when a call is answered that should not be, changes the record
// when it should not, or shows a word of the other operation.

const { web, sql } = webServer();
/** Stands in every text of the other operation, and of the own one. */
const foreignMark = 'FORANEO';
const ownMark = 'PROPIO';

/** The accounts of contract §7 by what they may, and where: in the operation of the things, in another, in none. */
const accounts: Record<string, { permissions: readonly Permission[]; operation: 'here' | 'there' | 'none' }> =
  {
    jefe: { permissions: everyPermission, operation: 'here' },
    sac: { permissions: ['can_query_order', 'can_query_client'], operation: 'here' },
    tecnico: { permissions: ['can_query_order', 'can_edit_telegram_chat_id'], operation: 'here' },
    otro: { permissions: everyPermission.filter((one) => one !== 'can_manage_users'), operation: 'there' },
    nuevo: { permissions: [], operation: 'none' },
    administrador: { permissions: ['can_manage_users'], operation: 'none' },
  };
const absentId = 2_147_483_647;
const paths = Object.keys(calls);
let there: Things;
let changes: () => Promise<number>;

beforeAll(async () => {
  await addReasons(sql());
  there = await makeThings(sql(), foreignMark);
  changes = await countChanges(sql());
});

beforeEach(async () => {
  await sql()`update visits set on_the_way = false where on_the_way`;
});

type Asker = { token: string | null };

/** A dispatcher of these things with these permissions, or their technician. */
async function asker(path: string, things: Things, permissions: readonly Permission[]): Promise<Asker> {
  const { by } = workingCalls[path]!;
  if (by === 'anybody') return { token: null };
  if (by === 'technician') {
    for (const permission of permissions)
      await sql()`insert into user_permissions (user_id, permission) values (${things.technicianUserId}, ${permission})`;
    return { token: await openSession(sql(), things.technicianUserId) };
  }
  const userId = await addUser(sql(), things.operation, {}, permissions);
  await openSession(sql(), userId, { kind: 'browser' });
  return { token: await openSession(sql(), userId) };
}

/** The body that works for these things; what has to come before is done by the asker, or by a user who may. */
async function bodyFor(path: string, things: Things, who?: Asker): Promise<Json> {
  const token = who?.token ?? (await helperOf(things));
  return workingCalls[path]!.body(things, {
    sql: sql(),
    call: async (prepared, body, key) => {
      const answer = await web().call(prepared, body, { token, ...(key ? { key } : {}) });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },
  });
}

async function helperOf({ operation }: Things): Promise<string> {
  const userId = await addUser(sql(), operation, {}, everyPermission);
  await openSession(sql(), userId);
  return openSession(sql(), userId);
}

const needsOf = ({ permission }: Call): readonly Permission[] => {
  if (!permission) return [];
  return Object.hasOwn(abilities, permission)
    ? abilities[permission as keyof typeof abilities].needs
    : [permission as Permission];
};

it('has a working body for every call of the table', () => {
  expect(Object.keys(workingCalls).sort()).toEqual([...paths].sort());
});

it('is the table of README.md in server/api', async () => {
  const cell = (call: Call) =>
    call.anonymous
      ? 'no token'
      : needsOf(call)
          .map((name) => `\`${name}\``)
          .join(' and ');
  const rows = paths.map(
    (path) =>
      `| \`${path}\` | ${[cell(calls[path]!), calls[path]!.rule].filter(Boolean).join('. ') || '–'} | ${calls[path]!.reach} | ${calls[path]!.acts ? 'yes' : ''} |`,
  );
  const table = [
    '# Who may make which call',
    '',
    'Written by `tests/server/access/permission-matrix.test.ts` from the table of calls (`npx vitest run tests/server/access/permission-matrix.test.ts -u` after a change that is meant), which also tries',
    'every cell of it: every call by every kind of asker, with ids of another operation wherever an id can stand.',
    '',
    'The reach says about whose things a call may be: the asker’s own `account`, the asker’s `operations`, the whole `installation`, the visit',
    'behind a customer’s `link`, or `anyone`’s.',
    '',
    '| call | permission | reach | changes the record |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('../../../server/api/README.md');
});

describe.each(paths)('%s', (path) => {
  const call = calls[path]!;
  const works = workingCalls[path]!.status ?? 200;

  it('works with exactly the permissions that it names', async () => {
    const here = await makeThings(sql(), 'nuestro');
    const who = await asker(path, here, workingCalls[path]!.needs ?? needsOf(call));
    const answer = await web().call(path, await bodyFor(path, here, who), who);
    expect([answer.status, answer.body.diagnostic]).toEqual([works, works === 200 ? '' : expect.any(String)]);
  });

  if (!call.anonymous)
    it('is closed to users who lack any of them, has no session, or is a system with a token', async () => {
      const here = await makeThings(sql(), 'nuestro');
      const body = await bodyFor(path, here);
      for (const missing of needsOf(call)) {
        const { token } = await asker(
          path,
          here,
          everyPermission.filter((one) => one !== missing),
        );
        await expectClosed(path, body, token, 403);
      }
      for (const token of [null, 'x'.repeat(43)]) await expectClosed(path, body, token, 401);
      if (!needsOf(call).includes('can_import_records')) {
        const name = `sistema-${here.operation}`;
        const made = await makeIntegrationToken(web().db, {
          name,
          operations: [here.operation],
          days: 30,
        } as never);
        await expectClosed(path, body, (made as { token: string }).token, 403);
      }
    });

  if (call.acts && !call.anonymous)
    it("answers no customer's link to users who may not act as the customer", async () => {
      for (const missing of abilities.reschedule.needs) {
        const here = await makeThings(sql(), 'nuestro');
        const body = await bodyFor(path, here);
        const withLink = 'ot_number' in body ? { ...body, checked: ['public_link'] } : body;
        const may = everyPermission.filter((one) => one !== missing);
        const answer = await web().call(path, withLink, await asker(path, here, may));
        expect(answer.text, path).not.toMatch(new RegExp(linkPattern.replace('[^[:space:]]', '\\S')));
      }
    });

  if (!call.anonymous)
    it('is open to no account of the demo beyond its permissions and operations', async () => {
      const here = await makeThings(sql(), ownMark);
      const body = await bodyFor(path, here);
      for (const [name, { permissions, operation }] of Object.entries(accounts)) {
        const userId = await addUser(sql(), here.operation, {}, permissions);
        await openSession(sql(), userId, { kind: 'browser' });
        if (operation !== 'here') await sql()`delete from user_operations where user_id = ${userId}`;
        if (operation === 'there')
          await sql()`insert into user_operations (user_id, operation) values (${userId}, ${there.operation})`;
        const token = await openSession(sql(), userId);
        const lacks = needsOf(call).some((one) => !permissions.includes(one));
        // A user who may, does: that it works is another test's.
        const own = call.acts && Object.keys(body).length === 0;
        if (
          !lacks &&
          (own || operation === 'here' || call.reach === 'account' || call.reach === 'installation')
        )
          continue;
        const before = await changes();
        const answer = await web().call(path, body, { token });
        const about = `${path} by ${name}: ${answer.text.slice(0, 300)}`;
        if (lacks) expect(answer.status, about).toBe(403);
        expect(answer.text, about).not.toContain(ownMark);
        if (call.acts && !isRowReport(answer)) expect(answer.status, about).toBeGreaterThanOrEqual(403);
        expect(await changes(), about).toBe(before);
      }
    });

  // What an administrator reaches is the whole installation's; lists to choose from are everybody's.
  if (call.reach === 'installation') return;
  it('shows and changes nothing of another operation, wherever its ids stand', async () => {
    const here = await makeThings(sql(), 'nuestro');
    const who = await asker(path, here, everyPermission);
    const [own, foreign] = [await bodyFor(path, here, who), await bodyFor(path, there)];
    for (const [place, body, twin] of foreignBodies(own, foreign)) {
      // A link is what opens its visit, whosever it is.
      if (call.reach === 'link' && place === 'token') continue;
      const before = await changes();
      const answer = await web().call(path, body, who);
      const about = `${path} ${place}: ${answer.text.slice(0, 300)}`;
      expect(answer.text, about).not.toContain(foreignMark);
      // An id that does not exist looks the same: ids cannot be probed.
      if (twin) expect(shapeOf(await web().call(path, twin, who)), about).toEqual(shapeOf(answer));
      if (!call.acts) continue;
      if (isRowReport(answer)) {
        // The own row of the two is taken.
        expect(answer.body.data.refused, about).toBe(1);
        if (place.endsWith('[+]')) continue;
      } else expect(answer.status, about).toBeGreaterThanOrEqual(403);
      expect(await changes(), about).toBe(before);
    }
  });
});

async function expectClosed(path: string, body: Json, token: string | null, status: number) {
  const before = await changes();
  const answer = await web().call(path, body, { token });
  expect([path, answer.status], answer.text).toEqual([path, status]);
  expect(await changes()).toBe(before);
}

/** An intake answers each row by itself. */
const isRowReport = (answer: Answer) => Array.isArray(answer.body.data?.errors);
const shapeOf = ({ status, body }: Answer) => [status, body.diagnostic];

type Foreign = [place: string, body: Json, twin: Json | null];

/**
 * The bodies with a foreign id in one place: instead of the own one, and beside it in a list. Beside a foreign integer
 * id the same body with an id that does not exist; numbers of orders and clients carry their operation themselves.
 */
function foreignBodies(own: Json, foreign: Json): Foreign[] {
  const found: Foreign[] = [];
  const visit = (mine: unknown, theirs: unknown, place: string, put: (value: unknown) => Json): void => {
    if (Array.isArray(mine) && Array.isArray(theirs)) {
      for (const [index, one] of mine.entries())
        visit(one, theirs[index], `${place}[${index}]`, (value) =>
          put(mine.map((old, at) => (at === index ? value : old)) as never),
        );
      if (JSON.stringify(mine) !== JSON.stringify(theirs))
        found.push([`${place}[+]`, put([...mine, ...theirs]), null]);
    } else if (typeof mine === 'object' && mine !== null) {
      const others = theirs as Json;
      const names = Object.keys(mine);
      // Versions by id: the names are the ids.
      if (names.every((name) => /^\d+$/.test(name))) return;
      for (const name of names)
        visit((mine as Json)[name], others[name], place ? `${place}.${name}` : name, (value) =>
          put({ ...mine, [name]: value }),
        );
    } else if (mine !== theirs) {
      const twin = typeof theirs === 'number' ? put(absentId) : null;
      found.push([place, put(theirs), twin]);
    }
  };
  visit(own, foreign, '', (value) => value as Json);
  return found;
}
