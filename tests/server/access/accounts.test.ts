import { beforeAll, describe, expect, it } from 'vitest';
import { prune } from '../../../db/commands/retention/prune.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, instantOf, today } from '../../../machines/calendar/slots.ts';
import { calls } from '../../../server/api/table.ts';
import { warnWithoutUsers } from '../../../server/process/warn-without-users.ts';
import { cheapHash, connected, openSession, webServer } from '../../support/processes/web-server.ts';
import { openBoard } from '../../support/record/board.ts';
import {
  addOperation,
  addTechnician,
  addUser,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Accounts as an administrator keeps them over the API, what they do at once, and what is written down of it.

const { web, sql } = webServer({ trustProxy: 1 });
let here: World;
let adminId: number;
let admin: string;
let people = 0;

beforeAll(async () => {
  here = await makeWorld(sql());
  const columns = { username: 'admin', firstName: 'Ana', lastName: 'Paz' };
  adminId = await addUser(sql(), here.operation, columns, everyPermission);
  admin = await openSession(sql(), adminId);
});

const call = (path: string, body: object = {}, token: string | null = admin, key?: string) =>
  web().call(path, body, { token, ...(key ? { key } : {}), headers: { 'x-forwarded-for': '10.9.9.9' } });
async function ask(path: string, body: object = {}, token: string | null = admin) {
  const answer = await call(path, body, token);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const input = (more: object = {}) => ({
  id: null,
  username: `persona${++people}`,
  firstName: 'Lía',
  lastName: 'Sosa',
  subsidiaries: [here.operation],
  permissions: ['can_query_order'],
  ...more,
});
/** A person whom the administrator made, with the temporary password. */
async function make(more: object = {}) {
  const body = input(more);
  const { id, temporary_password } = await ask('users/edit', body);
  return { id: id as number, username: body.username, password: temporary_password as string };
}
/** And who has chosen a password already. */
async function settled(more: object = {}) {
  const person = await make(more);
  const { token } = (await web().signIn(person.username, person.password)).body.data;
  await ask('user/change_password', { current: person.password, next: 'otra clave larga' }, token);
  return { ...person, password: 'otra clave larga', token: token as string };
}
const auditOf = async (id: number) =>
  (await ask('users/audit', { user_id: id })).entries as {
    name: string;
    actor: string;
    user: string;
    data: Record<string, unknown>;
  }[];
const refusal = async (path: string, body: object, token = admin) => {
  const { status, body: answer } = await call(path, body, token);
  return [status, answer.diagnostic];
};

describe('a temporary password', () => {
  it('opens the change, and after it everything, in the same session; others end', async () => {
    const { username, password, id } = await make();
    const first = await web().signIn(username, password);
    expect(first.body.data).toMatchObject({ passwordChangeRequired: true, defaultView: 'index_jefetec' });
    const { token } = first.body.data;
    const other = (await web().signIn(username, password)).body.data.token;
    expect((await call('', {}, token)).body.data).toEqual({ username, passwordChangeRequired: true });
    const same = { current: password, next: password };
    expect(await refusal('user/change_password', same, token)).toEqual([
      422,
      'La contraseña nueva no puede ser la misma de antes.',
    ]);
    const next = { current: password, next: 'otra clave larga' };
    expect(await ask('user/change_password', next, token)).toEqual({ ended: 1 });
    expect((await call('', {}, token)).body.data).toEqual({ username });
    expect((await ask('user/permissions', {}, token)).permissions).toEqual(['can_query_order']);
    expect((await call('user/permissions', {}, other)).status).toBe(401);
    expect((await web().signIn(username, password)).status).toBe(401);
    expect(await ask('users/get', { id })).toMatchObject({
      must_change_password: false,
      temporary_password_expires: null,
    });
  });

  it('closes every call but the change, the check and the logout', async () => {
    const { username, password } = await make({ permissions: [], is_technician: true });
    const { token } = (await web().signIn(username, password)).body.data;
    await sql()`
      insert into user_permissions (user_id, permission)
      select id, p from users, unnest(${everyPermission}::text[]) p where username = ${username} on conflict do nothing`;
    const open: string[] = [];
    for (const [path, { anonymous }] of Object.entries(calls)) {
      if (anonymous || path === 'user/logout') continue;
      const { status, body } = await call(path, {}, token);
      if (body.data?.reason !== 'password-change-required') open.push(path);
      else
        expect([status, body.diagnostic]).toEqual([
          403,
          'Antes de seguir tenés que cambiar tu contraseña temporal.',
        ]);
    }
    expect(open).toEqual(['user/change_password']);
    expect((await call('', {}, token)).status).toBe(200);
    expect((await call('user/logout', {}, token)).status).toBe(200);
    expect((await call('', {}, token)).status).toBe(400);
  });

  it('closes the week, downloads, files, pictures and sockets', async () => {
    const { id, username, password } = await make();
    await sql()`insert into user_permissions (user_id, permission) select ${id}, p from unnest(${everyPermission}::text[]) p on conflict do nothing`;
    const { token } = (await web().signIn(username, password)).body.data;
    const cookie = `agenda=${token}`;
    for (const path of [
      `/board/week?operation=${here.operation}`,
      '/reports/download/unclosed.csv',
      '/reports/download/monthly.xlsx?month=2026-01-01',
      '/board/ticket-file/1',
    ])
      expect((await web().send(path, { headers: { cookie } })).status, path).toBe(403);
    const form = new FormData();
    form.set('picture', new Blob(['x']), 'x.png');
    const bearer = { authorization: `Bearer ${token}` };
    for (const [path, headers] of [
      ['/v1/user/upload_profile_picture', bearer],
      ['/profile/picture', { cookie, 'sec-fetch-site': 'same-origin' }],
    ] as const) {
      const answer = await web().send(path, { method: 'POST', body: form, headers });
      expect([answer.status, answer.body?.diagnostic], path).toEqual([
        403,
        'Antes de seguir tenés que cambiar tu contraseña temporal.',
      ]);
    }
    const intake = { method: 'POST', body: '{}', headers: { ...bearer, 'content-type': 'application/json' } };
    expect((await web().send('/v1/intake/orders', intake)).status).toBe(403);
    expect(await connected(web().socket(token))).toBe('no-session');
  });

  it('is over after a week, at the login and in a session that began before', async () => {
    const { id, username, password } = await make();
    const { token } = (await web().signIn(username, password)).body.data;
    const [left] = await sql()`
      select temporary_password_expires_at between now() + interval '167 hours' and now() + interval '169 hours' as week
      from users where id = ${id}`;
    expect(left!.week).toBe(true);
    await sql()`update users set temporary_password_expires_at = now() where id = ${id}`;
    const late = 'Tu contraseña temporal venció. Pedile a un administrador que la restablezca.';
    const login = await web().signIn(username, password);
    expect([login.status, login.body.diagnostic]).toEqual([401, late]);
    expect((await web().signIn(username, 'no es esta')).body.diagnostic).toBe(
      'Usuario o contraseña incorrectos.',
    );
    const next = { current: password, next: 'otra clave larga' };
    expect(await refusal('user/change_password', next, token)).toEqual([422, late]);
  });

  it('is answered once: a repeat under the same key acts no more and has none, and the record keeps none', async () => {
    const body = input();
    const key = `crear-${people}`;
    const first = (await call('users/edit', body, admin, key)).body.data;
    const again = (await call('users/edit', body, admin, key)).body.data;
    expect(again).toEqual({ ...first, temporary_password: null });
    const reset = { id: first.id };
    const resetKey = `${key}-otra`;
    const second = (await call('users/reset_password', reset, admin, resetKey)).body.data;
    expect(second.temporary_password).not.toBe(first.temporary_password);
    expect((await call('users/reset_password', reset, admin, resetKey)).body.data).toEqual({
      ...second,
      temporary_password: null,
    });
    expect((await web().signIn(body.username, first.temporary_password)).status).toBe(401);
    expect((await web().signIn(body.username, second.temporary_password)).status).toBe(200);
    const kept = JSON.stringify([
      await sql()`select * from idempotency_keys`,
      await sql()`select * from audit_log`,
      await sql()`select * from users`,
    ]);
    for (const secret of [first.temporary_password, second.temporary_password])
      expect(kept).not.toContain(secret);
  });
});

describe('what an administrator withdraws', () => {
  it('ends with the next call: a permission', async () => {
    const { id, token } = await settled();
    const order = { ot_type: 1, ot_number: here.orderNumber };
    await ask('order', order, token);
    await ask('users/edit', { id, permissions: [] });
    expect(await refusal('order', order, token)).toEqual([403, 'No posee permisos para consultar OTs']);
  });

  it('ends within 5 s on an open board: an operation, and then the account', async () => {
    const other = await addOperation(sql());
    const { id, token } = await settled({ subsidiaries: [here.operation, other] });
    const socket = web().socket(token);
    expect(await connected(socket)).toBe('connected');
    await openBoard(web().db, socket, here.operation);
    const left: string[] = [];
    socket.on('left', ({ operation }) => left.push(operation));
    await ask('users/edit', { id, subsidiaries: [other] });
    expect((await call('visits', { subsidiary: here.operation }, token)).status).toBe(403);
    await until(() => left.includes(here.operation), 5_000);
    expect(socket.connected).toBe(true);
    await ask('users/edit', { id, active: false });
    expect((await call('user/permissions', {}, token)).status).toBe(401);
    await until(() => !socket.connected, 5_000);
    const [account] = (await ask('users', { active: false, search: `persona${people}` })).users;
    expect(account).toMatchObject({ id, active: false });
  });

  it('ends the sessions with a reset, boards included, and asks for a new password', async () => {
    const { id, username, token } = await settled();
    const socket = web().socket(token);
    expect(await connected(socket)).toBe('connected');
    const { temporary_password, ended } = await ask('users/reset_password', { id });
    expect(ended).toBe(1);
    expect((await call('user/permissions', {}, token)).status).toBe(401);
    await until(() => !socket.connected, 5_000);
    expect((await web().signIn(username, temporary_password)).body.data.passwordChangeRequired).toBe(true);
  });
});

describe('no administrator is locked out', () => {
  it('by taking the permission from oneself, or by deactivating or resetting oneself', async () => {
    const own = { id: adminId };
    expect(await refusal('users/edit', { ...own, permissions: ['can_query_order'] })).toEqual([
      409,
      'No podés quitarte el permiso de administrar usuarios.',
    ]);
    expect(await refusal('users/edit', { ...own, active: false })).toEqual([
      409,
      'No podés desactivar tu propia cuenta.',
    ]);
    expect(await refusal('users/reset_password', own)).toEqual([
      409,
      'Tu propia contraseña se cambia desde tu perfil.',
    ]);
    const kept = await ask('users/edit', { ...own, permissions: ['can_manage_users', 'can_query_order'] });
    expect(kept.id).toBe(adminId);
    await ask('users/edit', { ...own, permissions: everyPermission });
  });

  it('by two administrators who do it to each other at the same moment: one stays', async () => {
    const [one, other] = [await settled(), await settled()];
    await sql()`delete from user_permissions where permission = 'can_manage_users' and user_id <> ${adminId}`;
    const rounds = 5;
    for (let round = 0; round < rounds; round++) {
      await sql()`
        insert into user_permissions (user_id, permission) values (${one.id}, 'can_manage_users'), (${other.id}, 'can_manage_users')
        on conflict do nothing`;
      await sql()`delete from user_permissions where permission = 'can_manage_users' and user_id = ${adminId}`;
      const answers = await Promise.all([
        call('users/edit', { id: other.id, permissions: [] }, one.token),
        call('users/edit', { id: one.id, permissions: [] }, other.token),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      await sql()`insert into user_permissions (user_id, permission) values (${adminId}, 'can_manage_users')`;
    }
  });
});

describe('an account', () => {
  it.each([
    [{ username: 'admin' }, 'username', 'Ya hay un usuario con ese nombre.'],
    [{ username: 'con espacio' }, 'username', 'Usá de 2 a 40 letras sin acento, números, puntos o guiones.'],
    [{ username: 'integracion-x' }, 'username', 'Ese comienzo es de las integraciones.'],
    [{ firstName: ' ' }, 'firstName', 'El nombre es obligatorio.'],
    [{ email: 'x@' }, 'email', 'El correo no es válido.'],
    [{ profile: 'Integración' }, 'profile', 'Ese tipo de perfil es de las integraciones.'],
    [{ subsidiaries: ['999'] }, 'subsidiaries', 'Una de las operaciones no existe.'],
    [{ permissions: ['can_fly'] }, 'permissions.0', 'Uno de los permisos no existe.'],
  ])('is not made with %j', async (wrong, field, text) => {
    const { status, body } = await call('users/edit', input(wrong));
    expect([status, body.data?.fields?.[field]], JSON.stringify(body)).toEqual([422, text]);
  });

  it('is made once by two who ask for the same name at once', async () => {
    const body = input();
    const answers = await Promise.all([call('users/edit', body), call('users/edit', body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('keeps its operations in their order, the first one first', async () => {
    const [one, two] = [await addOperation(sql()), await addOperation(sql())];
    const { id } = await make({ subsidiaries: [two, here.operation, one] });
    await ask('users/edit', { id, subsidiaries: [one, two] });
    const { subsidiaries } = await ask('users/get', { id });
    expect(subsidiaries.map((branch: { subsidiary_id: string }) => branch.subsidiary_id)).toEqual([one, two]);
  });

  it('of an integration is shown to no administrator, nor edited', async () => {
    const id = await addUser(sql(), here.operation, { username: 'integracion-y', profile: 'Integración' });
    for (const [path, body] of [
      ['users/get', { id }],
      ['users/edit', { id, active: false }],
      ['users/reset_password', { id }],
    ] as const)
      expect(await refusal(path, body)).toEqual([404, 'Usuario inexistente']);
    expect((await ask('users', { search: 'integracion' })).users_qty).toBe(0);
  });

  it('is found by part of its names, without accents, by state and by operation', async () => {
    const operation = await addOperation(sql());
    const { id } = await make({ firstName: 'Úrsula', lastName: '100%_ñandú', subsidiaries: [operation] });
    for (const search of ['ursula', 'ÚRSULA', '100%_', 'ñandu'])
      expect((await ask('users', { search })).users.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await ask('users', { subsidiary: operation })).users_qty).toBe(1);
    expect((await ask('users', { subsidiary: operation, active: false })).users_qty).toBe(0);
    expect(await ask('users', { subsidiary: operation, offset: 50 })).toEqual({ users: [], users_qty: 1 });
  });
});

describe('a technician', () => {
  const offered = async () =>
    (await ask('visit/get_technicians_list', { subsidiary: here.operation })) as { value: number }[];
  const isOffered = async (technicianId: number) =>
    (await offered()).some(({ value }) => value === technicianId);

  it('is made, unmade and made again as the same one, and called as the account is', async () => {
    const { id } = await make({ is_technician: true });
    const { tech_id } = await ask('users/get', { id });
    expect(await isOffered(tech_id)).toBe(true);
    await ask('users/edit', { id, is_technician: false, lastName: 'Sosa Díaz' });
    expect(await ask('users/get', { id })).toMatchObject({ tech_id: null, is_technician: false });
    expect(await isOffered(tech_id)).toBe(false);
    const assign = { visit_id: here.visitId, tech_id, notify_tech: false };
    expect((await call('visit/change_technician', assign)).status).toBe(422);
    await ask('users/edit', { id, is_technician: true });
    expect(await ask('users/get', { id })).toMatchObject({ tech_id });
    const [row] = await sql()`select name from technicians where id = ${tech_id}`;
    expect(row!.name).toBe('Lía Sosa Díaz');
  });

  it('with open visits stays one, says how many, and may be deactivated all the same', async () => {
    const { userId, technicianId } = await addTechnician(sql(), here.operation);
    await sql()`update visits set technician_id = ${technicianId} where id = ${here.visitId}`;
    expect(await refusal('users/edit', { id: userId, is_technician: false })).toEqual([
      409,
      'El técnico tiene 1 visita abierta: reasignala o cerrala antes.',
    ]);
    expect((await ask('users/get', { id: userId })).open_visits).toEqual([
      { subsidiary_id: here.operation, count: 1 },
    ]);
    await ask('users/edit', { id: userId, active: false });
    expect(await isOffered(technicianId)).toBe(false);
    expect((await ask('users/get', { id: userId })).open_visits).toHaveLength(1);
  });
});

describe('an operation', () => {
  it('stays with a technician who has open visits in it, and goes once they are another technician’s', async () => {
    const { operation: second } = await makeWorld(sql());
    const { userId, technicianId } = await addTechnician(sql(), here.operation);
    await ask('users/edit', { id: userId, subsidiaries: [here.operation, second] });
    await sql()`update visits set technician_id = ${technicianId} where id = ${here.visitId}`;
    expect(await refusal('users/edit', { id: userId, subsidiaries: [second] })).toEqual([
      409,
      `El técnico tiene 1 visita abierta en la operación ${here.operation}: reasignala o cerrala antes.`,
    ]);
    const operations = async () =>
      (await ask('users/get', { id: userId })).subsidiaries.map(
        (branch: { subsidiary_id: string }) => branch.subsidiary_id,
      );
    expect(await operations()).toEqual([here.operation, second]);
    // Another operation, where they have none, may go.
    await ask('users/edit', { id: userId, subsidiaries: [here.operation] });
    await sql()`update visits set technician_id = ${here.technicianId} where id = ${here.visitId}`;
    await ask('users/edit', { id: userId, subsidiaries: [second] });
    expect(await operations()).toEqual([second]);
  });
});

describe('the audit log', () => {
  it('has every change field by field, with who and from where', async () => {
    const { id, username } = await make();
    await ask('users/edit', { id, firstName: 'Luz', permissions: ['can_create_visit'], active: false });
    const [deactivated, edited, created] = await auditOf(id);
    expect(created).toMatchObject({
      name: 'user.created',
      actor: 'Ana Paz (admin)',
      address: '10.9.9.9',
      user: `Lía Sosa (${username})`,
      data: { to: { username, permissions: ['can_query_order'], operations: [here.operation] } },
    });
    expect(edited).toMatchObject({
      name: 'user.edited',
      data: {
        from: { firstName: 'Lía', permissions: ['can_query_order'] },
        to: { firstName: 'Luz', permissions: ['can_create_visit'] },
      },
    });
    expect(deactivated).toMatchObject({ name: 'user.deactivated', user: `Luz Sosa (${username})` });
    const before = (await auditOf(id)).length;
    await ask('users/edit', { id, firstName: 'Luz' });
    const stale = { id, firstName: 'X', version: 1 };
    expect(await refusal('users/edit', stale)).toEqual([
      409,
      'La cuenta cambió mientras la estabas editando.',
    ]);
    expect((await auditOf(id)).length, 'what changed nothing is no change').toBe(before);
  });

  it('has sign-ins, refused ones with their reason, sign-outs, ended sessions and changed passwords', async () => {
    const { id, username, token } = await settled();
    const other = (await web().signIn(username, 'otra clave larga')).body.data.token;
    const sessions = await ask('user/sessions', {}, token);
    const { session_id } = sessions.find((session: { current: boolean }) => !session.current);
    await ask('user/end_session', { session_id }, token);
    expect((await call('user/permissions', {}, other)).status).toBe(401);
    await web().signIn(username, 'no es esta');
    await ask('user/logout', {}, token);
    await ask('users/edit', { id, active: false });
    await web().signIn(username, 'otra clave larga');
    const recorded = (await auditOf(id)).map(({ name, data }) =>
      data.reason ? `${name} ${data.reason}` : name,
    );
    expect(recorded).toEqual([
      'session.refused deactivated',
      'user.deactivated',
      'session.closed',
      'session.refused wrong-password',
      'session.ended',
      'session.opened',
      'password.changed',
      'session.opened',
      'user.created',
    ]);
  });

  it('never keeps what was typed as an unknown user', async () => {
    await web().signIn('mi-clave-secreta', 'x');
    const [last] = (await ask('users/audit', { kind: 'sessions' })).entries;
    expect(last).toMatchObject({
      name: 'session.refused',
      user_id: null,
      user: 'usuario desconocido',
      data: { reason: 'unknown-user' },
    });
    expect(JSON.stringify(await sql()`select * from audit_log`)).not.toContain('mi-clave-secreta');
  });

  it('has one row for a flood of attempts that were not even tried', async () => {
    const { id, username } = await make();
    const from = { headers: { 'x-forwarded-for': '10.77.0.1' } };
    const attempt = () => web().call('user/login', { username, password: 'no es' }, from);
    for (let i = 0; i < 10; i++) await attempt();
    const flood = await Promise.all(Array.from({ length: 25 }, attempt));
    expect(flood.every(({ status }) => status === 429)).toBe(true);
    const reasons = (await auditOf(id)).map(({ data }) => data.reason);
    expect(reasons.filter((reason) => reason === 'wrong-password')).toHaveLength(10);
    expect(reasons.filter((reason) => reason === 'throttled')).toHaveLength(1);
  });

  it('is read by pages, by kind and by day, cannot be changed, and is forgotten after two years', async () => {
    const subject = { subjectId: 900_000, subjectName: 'X', actorName: 'X', name: 'user.edited' };
    const day = addDays(today(new Date()), -30);
    // 23:30 of that day, in the business zone.
    const at = instantOf(day, 23.5);
    const rows = Array.from({ length: 60 }, () => ({ ...subject, at }));
    await sql()`insert into audit_log ${sql()(rows as never)}`;
    const first = await ask('users/audit', { user_id: 900_000 });
    const second = await ask('users/audit', { user_id: 900_000, before: first.next });
    expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 10, null]);
    const on = async (date: string) =>
      (await ask('users/audit', { user_id: 900_000, date_from: date, date_to: date })).entries.length;
    expect([await on(day), await on(addDays(day, 1))]).toEqual([50, 0]);
    expect((await ask('users/audit', { user_id: 900_000, kind: 'passwords' })).entries).toEqual([]);
    await expect(sql()`update audit_log set actor_name = 'otro'`).rejects.toThrow(/append-only/);
    const old = { ...subject, subjectId: 900_001, at: new Date(Date.now() - 731 * 86_400_000) };
    await sql()`insert into audit_log ${sql()(old as never)}`;
    await prune(web().db);
    expect((await ask('users/audit', { user_id: 900_001 })).entries).toEqual([]);
    expect((await ask('users/audit', { user_id: 900_000 })).entries).toHaveLength(50);
  });
});

it('the log of a record with users says nothing of a first administrator', async () => {
  const said: unknown[] = [];
  await warnWithoutUsers(web().db, { warn: (text: unknown) => void said.push(text) } as never);
  expect(said).toEqual([]);
});

it('the demo’s accounts keep the demo’s password', async () => {
  const columns = { passwordHash: cheapHash('otra clave larga') };
  const demo = (username: string) => ({ ...columns, username, email: `${username}@demo.agenda.example` });
  await addUser(sql(), here.operation, demo('jefe'));
  const token = await openSession(sql(), await addUser(sql(), here.operation, demo('tecnico')));
  const back = { current: 'otra clave larga', next: 'agenda-demo' };
  expect(await ask('user/change_password', back, token)).toEqual({ ended: 0 });
});
