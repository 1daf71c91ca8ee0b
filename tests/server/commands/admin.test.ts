import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '../../../db/reads/people/audit.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { warnWithoutUsers } from '../../../server/process/warn-without-users.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { startTerminal } from '../../support/processes/terminal.ts';
import { openWebServer, type WebServer } from '../../support/processes/web-server.ts';
import { addOperation } from '../../support/record/fixtures.ts';

// `npm run admin` as an operator runs it: real processes over a database that was migrated and no more.

const db = openRecord();
let web: WebServer;

beforeAll(async () => {
  web = await openWebServer(db.url());
});
afterAll(async () => {
  await web.close();
});

const entrance = ['--import', 'tsx', 'server/operator/admin/index.ts'];
const env = () => ({ ...process.env, DATABASE_URL: db.url() });
const run = (...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) =>
    execFile(process.execPath, [...entrance, ...words], { env: env() }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
const person = ['--username', 'Ana', '--name', 'Ana', '--surname', 'Paz'];

it('a record without users says how to make the first administrator, once there is one no more', async () => {
  const said: string[] = [];
  const log = { warn: (text: string) => void said.push(text) } as never;
  await warnWithoutUsers(db(), log);
  expect(said).toEqual([expect.stringContaining('npm run admin -- create')]);
  const operations = [await addOperation(db().sql), await addOperation(db().sql)];

  const { code, out, err } = await run('create', ...person, '--email', 'ana@x.example');
  expect([code, err]).toEqual([0, expect.stringContaining('good for 7 days')]);
  expect(out).toMatch(/^(\w{4}-){3}\w{4}\n$/);
  await warnWithoutUsers(db(), log);
  expect(said).toHaveLength(1);

  const { token, passwordChangeRequired } = (await web.signIn('ana', out.trim())).body.data;
  expect(passwordChangeRequired).toBe(true);
  const change = { current: out.trim(), next: 'otra clave larga' };
  expect((await web.call('user/change_password', change, { token })).status).toBe(200);
  const me = (await web.call('user/permissions', {}, { token })).body.data;
  expect([...me.permissions].sort()).toEqual([...everyPermission].sort());
  const codes = me.subsidiaries.map((one: { subsidiary_id: string }) => one.subsidiary_id);
  expect(codes.sort()).toEqual(operations.sort());
});

it('resets one who cannot get in, lists them, and writes down that the command line did it', async () => {
  expect((await run('create', ...person)).err).toContain('a user of that name already');
  const reset = await run('reset', '--username', 'ana');
  expect(reset.code, reset.err).toBe(0);
  expect((await web.signIn('ana', 'otra clave larga')).status).toBe(401);
  expect((await web.signIn('ana', reset.out.trim())).body.data.passwordChangeRequired).toBe(true);
  expect((await run('list')).out).toMatch(/^ana {2}Ana Paz {2}has to change the password {2}last sign-in 20/);
  expect((await run('reset', '--username', 'nadie')).err).toContain('no administrator of that name');
  const filter = {
    userId: null,
    search: 'línea de comandos',
    kind: null,
    from: null,
    to: null,
    before: null,
  };
  const { rows } = await listAudit(db(), filter);
  expect(rows.map(({ name, actorName, actorId }) => [name, actorName, actorId])).toEqual([
    ['password.reset', 'Línea de comandos', null],
    ['user.created', 'Línea de comandos', null],
  ]);
  expect(JSON.stringify(rows)).not.toContain(reset.out.trim());
});

it('asks for the password on a terminal, twice and without showing it', async () => {
  const terminal = startTerminal(
    [process.execPath, ...entrance, 'create', '--username', 'luz', '--name', 'Luz', '--surname', 'Sosa'],
    env(),
  );
  if (!terminal) return;
  await terminal.answer(/not shown\): $/, 'correcto caballo batería\r');
  await terminal.answer(/same again: $/, 'correcto caballo batería\r');
  expect(await terminal.ended).toBe(0);
  expect(terminal.shown()).not.toContain('caballo');
  const login = await web.signIn('luz', 'correcto caballo batería');
  expect(login.body.data).not.toHaveProperty('passwordChangeRequired');
});

it.each([
  [[]],
  [['create', '--username', 'x']],
  [['create', ...person, '--operations', '12']],
  [['create', '--username', 'con espacio', '--name', 'A', '--surname', 'B']],
  [['create', '--username', 'otro', '--name', 'A', '--surname', 'B', '--operations', '999']],
  [['reset']],
  [['list', 'x']],
])('refuses what makes no sense: %j', async (words) => {
  const { code, out } = await run(...words);
  expect([code, out]).toEqual([1, '']);
});
