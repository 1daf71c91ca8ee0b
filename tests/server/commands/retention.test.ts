import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';
import { countChanges } from '../../support/record/record-hash.ts';

// For how long customers' personal data are kept, as an administrator sets it over the API.

const { web, sql } = webServer({ trustProxy: 1 });
let here: World;
let adminId: number;
let admin: string;
let changes: () => Promise<number>;

beforeAll(async () => {
  here = await makeWorld(sql());
  const columns = { username: 'admin', firstName: 'Ana', lastName: 'Paz' };
  adminId = await addUser(sql(), here.operation, columns, everyPermission);
  admin = await openSession(sql(), adminId);
  changes = await countChanges(sql());
});

const call = (path: string, body: object = {}, token = admin, key?: string) =>
  web().call(path, body, { token, ...(key ? { key } : {}), headers: { 'x-forwarded-for': '10.9.9.9' } });
const form = (months: unknown, seen_months: unknown, subsidiary_id: unknown = here.operation) => ({
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
    await ask('retention/edit', form('36', null));
    await ask('retention/edit', form(36, 36));
    await ask('retention/edit', form(240, 36));
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

  it.each([5, 241, 'x', 6.5, '', 0, -36, undefined, [[36]]])('are neither %o', async (months) => {
    await forget();
    const before = await changes();
    const { status, body } = await call('retention/edit', form(months, null));
    expect([status, body.diagnostic, body.data]).toEqual([
      ...[422, outOfRange, { fields: { months: outOfRange } }],
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

  it('of two administrators at once are one’s; the other is shown what stands now, and nothing is lost', async () => {
    await forget();
    const choices = [24, 48];
    const answers = await Promise.all(choices.map((months) => call('retention/edit', form(months, null))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = choices[answers.findIndex(({ status }) => status === 200)]!;
    const lost = answers.find(({ status }) => status === 409)!;
    expect(lost.body.diagnostic).toBe('Otra persona cambió la conservación mientras la estabas editando.');
    expect(lost.body.data).toMatchObject({ retention: { subsidiary_id: here.operation, months: won } });
    expect(await monthsOf(here.operation)).toBe(won);
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
