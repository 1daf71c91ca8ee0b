import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeIntegrationToken,
  revokeIntegrationTokens,
} from '../../../db/commands/accounts/integration-token.ts';
import { prune } from '../../../db/commands/retention/prune.ts';
import type { Changes } from '../../../db/feed/changes.ts';
import { limit } from '../../gate/limits.mjs';
import { connected, openSession, webServer } from '../../support/processes/web-server.ts';
import { openBoard } from '../../support/record/board.ts';
import { addOperation, addUser, makeWorld, type World } from '../../support/record/fixtures.ts';

// Intakes as the provider's systems make them: over HTTP, with a token of their own (docs/integration/intake.md).

const { web, sql, another } = webServer();
let here: World;
let elsewhere: World;
let token: string;
let last = 0;

beforeAll(async () => {
  here = await makeWorld(sql());
  elsewhere = await makeWorld(sql());
  token = await newToken('Sistema comercial');
});

async function newToken(name: string, operations = [here.operation]): Promise<string> {
  const made = await makeIntegrationToken(web().db, { name, operations, days: 365 });
  if ('problem' in made) throw new Error(made.problem);
  return made.token;
}
const number = (operation = here.operation) => `${operation}7${String(++last).padStart(7, '0')}`;
const order = (more: object = {}) => ({ ot_number: number(), ot_type: 1, client_id: here.clientId, ...more });
const take = (kind: string, body: unknown, options: { key?: string; token?: string | null } = {}) =>
  web().call(`intake/${kind}`, body, { token, ...options });
const takeLines = (kind: string, lines: string, query = '') =>
  web().send(`/v1/intake/${kind}${query}`, {
    method: 'POST',
    body: lines,
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
  });
const has = async (one: string) => (await sql()`select 1 from orders where number = ${one}`).count === 1;

describe('an intake', () => {
  it('answers what became of the rows, and of each refused one where and why', async () => {
    const rows = [order(), { ...order(), ot_number: '1' }, order({ client_id: elsewhere.clientId })];
    const answer = await take('orders', { rows });
    expect([answer.status, answer.body.error]).toEqual([200, 0]);
    expect(answer.body.data).toEqual({
      received: 3,
      created: 1,
      changed: 0,
      unchanged: 0,
      refused: 2,
      errors: [
        { row: 2, number: '1', field: 'ot_number', message: 'Son 11 dígitos.' },
        {
          row: 3,
          number: rows[2]!.ot_number,
          field: 'client_id',
          message: 'El cliente es de otra operación.',
        },
      ],
      marked: 0,
      marks: [],
      added: [],
    });
  });

  it('takes NDJSON line by line, whatever one of the lines is', async () => {
    const [a, b] = [order(), order()];
    const lines = `\ufeff${JSON.stringify(a)}\r\n\n{"ot_number":\nnull\n${JSON.stringify(b)}`;
    const dry = await takeLines('orders', lines, '?dry_run=1');
    expect(dry.body.data).toMatchObject({ received: 4, created: 2, refused: 2 });
    expect(await has(a.ot_number)).toBe(false);
    const answer = await takeLines('orders', lines);
    expect(answer.body.data).toMatchObject({
      created: 2,
      errors: [
        { row: 2, number: null, field: null, message: 'La línea no es JSON válido.' },
        { row: 3, message: 'Cada fila debe ser un objeto con sus campos.' },
      ],
    });
    expect(await has(b.ot_number)).toBe(true);
    expect((await takeLines('orders', lines, '?dry_run=tal')).status).toBe(422);
  });

  it('takes 10,000 rows in one request, and not one more', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 10_000 }, () => order({ detail: 'x'.repeat(300) }));
    const began = performance.now();
    const answer = await take('orders', { rows });
    console.info(`10,000 orders over HTTP: ${Math.round(performance.now() - began)} ms`);
    expect(answer.body.data).toMatchObject({ received: 10_000, created: 10_000 });
    for (const more of [
      await take('orders', { rows: [...rows, order()] }),
      await takeLines('orders', [...rows, order()].map((row) => JSON.stringify(row)).join('\n')),
    ]) {
      expect([more.status, more.body.data.fields]).toEqual([
        422,
        { rows: 'Se admiten hasta 10.000 filas por envío.' },
      ]);
    }
  });

  it('may weigh 32 MB; every other call keeps its own limit and takes no NDJSON', async () => {
    const body = JSON.stringify({ rows: [], more: 'x'.repeat(2_000_000) });
    expect((await web().send('/v1/intake/orders', post(body))).status).toBe(200);
    expect((await web().send('/v1/orders/pending', post(body))).status).toBe(413);
    expect((await web().send('/v1/intake/orders', post('x'.repeat(33 * 1024 * 1024)))).status).toBe(413);
    expect((await web().send('/v1/visits', post('{}', 'application/x-ndjson'))).status).toBe(415);
    expect((await web().send('/v1/intake/orders', post('{}', 'text/plain'))).status).toBe(415);
    expect((await web().send('/v1/intake/nada', post('{}'))).status).toBe(404);
  });

  it('that is empty is no body, whatever its type says', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json'])
      expect([type, (await web().send('/v1/visits/nada', post('', type))).status]).toEqual([type, 404]);
    // A call is reached: its input is wrong, and its type is not.
    const answer = await web().send('/v1/intake/orders', post('', 'application/x-www-form-urlencoded'));
    expect(answer.status).toBe(422);
  });
  const post = (body: string, type = 'application/json') => ({
    method: 'POST',
    body,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
  });

  it('of nothing but brackets is refused before it is parsed, row by row or whole', async () => {
    const deep = `{"client_id":"1","client_devices":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`;
    const headers = { authorization: `Bearer ${token}` };
    const lines = await web().send('/v1/intake/clients?dry_run=1', {
      method: 'POST',
      body: deep,
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
    });
    const [refused, broken] = [lines, await takeLines('clients', '{"client_id":', '?dry_run=1')].map(
      ({ body }) => body.data.errors[0],
    );
    // As a line that is no JSON, not for what would stand in it.
    expect(refused).toEqual(broken);
    const whole = await web().send('/v1/intake/clients', {
      method: 'POST',
      body: `{"rows":[${deep}]}`,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect(whole.status).toBe(422);
    // Brackets inside a text are text.
    const named = {
      client_id: `${here.operation}00000099`,
      client_name: '['.repeat(40),
      client_address: '"\\"{',
    };
    const row = await web().call('intake/clients', { rows: [named], dry_run: true }, { token });
    expect(row.status).toBe(200);
  });

  it('of more than a megabyte waits for another of the same sender', async () => {
    const client = (at: number) => ({
      client_id: `${here.operation}${String(90_000_000 + at)}`,
      client_name: 'x'.repeat(150),
      client_address: 'Belgrano 1',
    });
    const rows = Array.from({ length: 9_000 }, (_, at) => client(at));
    const answers = await Promise.all(
      [0, 1, 2].map(() => web().call('intake/clients', { rows, dry_run: true }, { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)!.headers.get('retry-after')).toBe('2');
    expect((await web().call('intake/clients', { rows, dry_run: true }, { token })).status).toBe(200);
  }, 60_000);

  it('refused before its body was read does not keep the process from ending', async () => {
    const other = await another();
    const body = { rows: ['x'.repeat(3_000_000)] };
    expect((await other.call('intake/orders', body, { token: 'x'.repeat(43) })).status).toBe(401);
    expect(
      (await other.call('intake/orders', body, { token, headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
    const began = performance.now();
    await other.close();
    expect(performance.now() - began).toBeLessThan(limit(5_000));
  });
});

describe('an open board', () => {
  it('gets a new order, its change and its client’s live, in order and without a gap', async () => {
    const jefe = await openSession(sql(), here.userId);
    const socket = web().socket(jefe);
    expect(await connected(socket)).toBe('connected');
    const board = await openBoard(web().db, socket, here.operation);
    const from = board.version;
    const client = { client_id: number(), name: 'Lía Nuñez', address: 'Belgrano 12' };
    const row = order({ client_id: client.client_id, client, symptom: 'Sin señal' });
    await take('orders', { rows: [row] });
    // A symptom that no order had before is news of the catalogue too.
    await expect.poll(() => board.version - from).toBe(2);
    await take('orders', { rows: [{ ot_number: row.ot_number, status_id: 4 }] });
    await take('orders', { rows: [{ ot_number: row.ot_number, status_id: 1 }] });
    await take('clients', { rows: [{ client_id: client.client_id, name: 'Lía Núñez' }] });
    await expect.poll(() => board.version - from).toBe(5);
    const cards = board.received.flatMap((changes: Changes) => changes.orders);
    expect(cards[0]).toMatchObject({
      number: row.ot_number,
      open: true,
      symptom: 'Sin señal',
      address: 'Belgrano 12',
    });
    expect(cards.at(-1)).toMatchObject({ open: true, clientName: 'Lía Núñez' });
    expect(
      board.received.flatMap(({ events }) => events.map(({ version, name }) => [version - from, name])),
    ).toEqual([
      [1, 'names.added'],
      [2, 'order.received'],
      [3, 'order.changed'],
      [4, 'order.changed'],
      [5, 'order.changed'],
    ]);
    await take('orders', { rows: [{ ot_number: row.ot_number, status_id: 1 }] });
    await take('orders', { rows: [order()] });
    await expect.poll(() => board.version - from).toBe(6);
  });
});

describe('a system’s token', () => {
  it('opens no screen, no week and no socket', async () => {
    expect(await connected(web().socket(token))).toBe('no-session');
    expect(await connected(web().socket(null, { cookie: `agenda=${token}`, origin: web().base }))).toBe(
      'no-session',
    );
    const week = await web().send(`/board/week?operation=${here.operation}`, {
      headers: { cookie: `agenda=${token}` },
    });
    expect(week.status).toBe(401);
    expect((await web().signIn('integracion-sistema-comercial', '-')).status).toBe(401);
  });

  it('does not end by being idle, but by its date and by being revoked', async () => {
    const idle = await newToken('Nocturno');
    await sql()`update sessions set last_seen_at = now() - interval '30 days' where label = 'Nocturno'`;
    await prune(web().db);
    expect((await take('orders', { rows: [] }, { token: idle })).status).toBe(200);
    await sql()`update sessions set expires_at = now() - interval '1 second' where label = 'Nocturno'`;
    expect((await take('orders', { rows: [] }, { token: idle })).status).toBe(401);
    const revoked = await newToken('Viejo');
    expect(await revokeIntegrationTokens(web().db, 'Viejo')).toBe(1);
    expect((await take('orders', { rows: [] }, { token: revoked })).status).toBe(401);
  });

  it('is needed, before and after the body is read', async () => {
    const operation = await addOperation(sql());
    const person = await openSession(sql(), await addUser(sql(), operation, {}, ['can_query_order']));
    for (const body of [{ rows: [] }, { rows: 'x' }, { rows: ['x'.repeat(3_000_000)] }]) {
      const answer = await take('orders', body, { token: person });
      expect([answer.status, answer.body.diagnostic]).toEqual([
        403,
        'No poseés permisos para realizar esta acción',
      ]);
      expect((await take('orders', body, { token: null })).status).toBe(401);
    }
  });
});
