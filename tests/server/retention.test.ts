import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addUser, makeWorld, type World } from '../support/fixtures.ts';
import { countChanges } from '../support/record-hash.ts';
import { openSession, webServer } from '../support/web-server.ts';

// For how long customers' personal data are kept, as an administrator sets it over the API.

const { door, sql } = webServer({ trustProxy: 1 });
let here: World;
let elsewhere: World;
let adminId: number;
let admin: string;
let changes: () => Promise<number>;

beforeAll(async () => {
  [here, elsewhere] = [await makeWorld(sql()), await makeWorld(sql())];
  const columns = { username: 'admin', firstName: 'Ana', lastName: 'Paz' };
  adminId = await addUser(sql(), here.operation, columns, everyPermission);
  admin = await openSession(sql(), adminId);
  changes = await countChanges(sql());
});

const call = (path: string, body: object = {}, token = admin, key?: string) =>
  door().call(path, body, { token, ...(key ? { key } : {}), headers: { 'x-forwarded-for': '10.9.9.9' } });
const wish = (months: unknown, seen_months: unknown, subsidiary_id: unknown = here.operation) => ({
  subsidiary_id,
  months,
  seen_months,
});
async function ask(path: string, body: object = {}) {
  const answer = await call(path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const monthsOf = async (operation: string): Promise<number | null> =>
  (await sql()`select personal_data_months as months from operations where code = ${operation}`)[0]!.months;
const forget = () => sql()`update operations set personal_data_months = null`;
const outOfRange = 'Los datos se conservan sin límite o por un número entero de meses, de 6 a 240.';

describe('the months for which personal data are kept', () => {
  it('are set by an administrator, whom the audit names with what was before', async () => {
    await forget();
    await ask('retention/edit', wish('36', null));
    await ask('retention/edit', wish(36, 36));
    await ask('retention/edit', wish(240, 36));
    const { entries } = await ask('users/audit', { kind: 'data' });
    expect(entries.map(({ data }: { data: object }) => data)).toEqual([
      { months: [36, 240] },
      { months: [null, 36] },
    ]);
    expect(entries[0]).toMatchObject({
      name: 'retention.changed',
      actor_id: adminId,
      actor: 'Ana Paz (admin)',
      user: `${here.operation} Operación ${here.operation}`,
      user_id: null,
      address: '10.9.9.9',
    });
  });

  it.each([
    [5, 'months'],
    [241, 'months'],
    ['x', 'months'],
    [6.5, 'months'],
    ['', 'months'],
    [0, 'months'],
    [-36, 'months'],
    [undefined, 'months'],
    [[36], 'months'],
  ])('are neither %o', async (months, field) => {
    await forget();
    const before = await changes();
    const { status, body } = await call('retention/edit', wish(months, null));
    expect([status, body.diagnostic, body.data]).toEqual([
      422,
      outOfRange,
      { fields: { [field]: outOfRange } },
    ]);
    expect((await call('retention/preview', { subsidiary: here.operation, months })).status).toBe(422);
    expect([await monthsOf(here.operation), await changes()]).toEqual([null, before]);
  });

  it('are not set by who does not say what was set before', async () => {
    await forget();
    const { status, body } = await call('retention/edit', { subsidiary_id: here.operation, months: 36 });
    expect([status, Object.keys(body.data.fields)]).toEqual([422, ['seen_months']]);
    expect(await monthsOf(here.operation)).toBe(null);
  });

  it('of an operation that the administrator does not reach, or that does not exist, are neither told nor set', async () => {
    await forget();
    const before = await changes();
    for (const operation of [elsewhere.operation, '999']) {
      for (const [path, body] of [
        ['retention/edit', wish(36, null, operation)],
        ['retention/preview', { subsidiary: operation, months: 36 }],
      ] as const) {
        const answer = await call(path, body);
        expect([answer.status, answer.body.diagnostic]).toEqual([403, 'No tenés asignada esa operación.']);
      }
    }
    expect(await ask('retention')).toEqual([expect.objectContaining({ subsidiary_id: here.operation })]);
    expect((await call('retention/edit', wish(36, null, 114))).status).toBe(422);
    expect([await monthsOf(elsewhere.operation), await changes()]).toEqual([null, before]);
  });

  it('of two administrators at once are one’s; the other is told what stands now, and nothing is lost', async () => {
    await forget();
    const wishes = [24, 48];
    const answers = await Promise.all(wishes.map((months) => call('retention/edit', wish(months, null))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = wishes[answers.findIndex(({ status }) => status === 200)]!;
    const lost = answers.find(({ status }) => status === 409)!;
    expect(lost.body.data).toMatchObject({ retention: { subsidiary_id: here.operation, months: won } });
    expect(await monthsOf(here.operation)).toBe(won);
  });

  it('set twenty times under one key are changed and told once', async () => {
    await forget();
    const told = async () => (await ask('users/audit', { kind: 'data' })).entries.length;
    const before = await told();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('retention/edit', wish(60, null), admin, 'una-sola-vez')),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await told()).toBe(before + 1);
  });

  it('come with what was deleted last', async () => {
    await sql()`
      insert into audit_log (name, actor_name, subject_name, at, data)
      select 'data.forgotten', 'Agenda técnica', ${`${here.operation} Un nombre anterior`}, now() - make_interval(days => n),
        jsonb_build_object('orders', n) from generate_series(1, 3) n order by n desc`;
    const [mine] = await ask('retention');
    expect(mine.last_forgotten.orders).toBe(1);
    expect(Date.now() - Date.parse(mine.last_forgotten.date)).toBeGreaterThan(86_000_000);
  });
});
