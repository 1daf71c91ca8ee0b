import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { type ImportLine, type ImportRow, importLimits } from '../../../machines/wire/import-lines.ts';
import { connected, openSession, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// What the screen 'Importar planilla' sends: a file, tried and then imported, answered row by row.

const { web, sql } = webServer();
let here: World;
let elsewhere: World;
let ana: string;
let last = 0;

beforeAll(async () => {
  here = await makeWorld(sql());
  elsewhere = await makeWorld(sql());
  ana = await importer();
});

const importer = async (permissions = everyPermission) =>
  openSession(sql(), await addUser(sql(), here.operation, {}, permissions), { kind: 'browser' });
const number = (operation = here.operation) => `${operation}7${String(++last).padStart(7, '0')}`;
const held = async () =>
  (
    await sql()`select (select count(*)::int from orders) as orders, (select count(*)::int from clients) as clients,
    (select count(*)::int from events) as events, (select count(*)::int from symptoms) as symptoms`
  )[0];

type Sent = { trial?: boolean; token?: string | null; query?: string; headers?: Record<string, string> };
const send = (file: string | Buffer, { trial = true, token = ana, query = '', headers = {} }: Sent = {}) =>
  web().send(`/import/rows?${trial ? 'trial=1' : ''}${query}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(file as string)),
    headers: {
      'content-type': 'application/octet-stream',
      'sec-fetch-site': 'same-origin',
      ...(token ? { cookie: `agenda=${token}` } : {}),
      ...headers,
    },
  });
/** The lines of an answer, its rows together. */
async function lines(file: string | Buffer, how: Sent = {}) {
  const { status, text } = await send(file, how);
  expect(status, text).toBe(200);
  const all = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ImportLine);
  const of = <Name extends string>(name: Name) =>
    all.flatMap((line) => (name in line ? [(line as Record<string, unknown>)[name]] : []));
  return {
    sheet: of('sheet')[0] as Record<string, unknown>,
    rows: of('rows').flat() as ImportRow[],
    added: of('added').flat() as { name: string }[],
    last: all.at(-1),
  };
}

describe('a file that is tried', () => {
  it('is answered row by row with what it would do, and changes nothing', async () => {
    const [fresh, client] = [number(), number()];
    const before = await held();
    const file = Buffer.from(
      `sep=;\r
ot_number;ot_type;client_id;client.name;symptom;client.telephone;Vendedor\r
${fresh};1;${client};Nu\xf1ez;Algo nuevo;no tiene;x\r
\r
${here.orderNumber};1;${here.clientId};;Algo nuevo;;x\r
1,149E+10;1;${here.clientId};;;;\r
${here.orderNumber};1;;;;;;;de m\xe1s\r
`,
      'latin1',
    );
    const { sheet, rows, added, last } = await lines(file);
    expect(sheet).toMatchObject({
      kind: 'orders',
      encoding: 'windows-1252',
      delimiter: ';',
      ignored: ['Vendedor'],
      rows: 4,
    });
    expect(rows).toMatchObject([
      // Numbered as the spreadsheet numbers them: the empty row counts.
      {
        at: 2,
        number: fresh,
        about: 'Nuñez · Algo nuevo',
        outcome: 'created',
        marks: [{ field: 'client.telephone' }],
      },
      {
        at: 4,
        number: here.orderNumber,
        outcome: 'changed',
        changes: expect.arrayContaining([expect.objectContaining({ field: 'symptom', to: 'Algo nuevo' })]),
      },
      {
        at: 5,
        outcome: 'refused',
        problem: { field: 'ot_number', message: expect.stringContaining('dale formato') },
      },
      { at: 6, outcome: 'refused', problem: { message: 'La fila tiene 9 columnas y el encabezado 7.' } },
    ]);
    expect((rows[2] as { cells: string[] }).cells[0]).toBe('1,149E+10');
    expect(added).toMatchObject([{ kind: 'symptom', name: 'Algo nuevo' }]);
    expect(last).toEqual({ ended: true });
    expect(await held()).toEqual(before);
  });

  it('may be a workbook, and compressed on its way there and back', async () => {
    const cells = [
      ['client_id', 'name'],
      [Number(number()), 'Núñez, Lía'],
    ];
    const book = await writeXlsxFile(cells as never).toBuffer();
    const { sheet, rows } = await lines(gzipSync(book), {
      headers: { 'content-encoding': 'gzip', 'accept-encoding': 'gzip' },
    });
    expect(sheet).toMatchObject({ kind: 'clients', encoding: null, delimiter: ';' });
    expect(rows).toMatchObject([{ at: 2, outcome: 'created', about: 'Núñez, Lía' }]);
  });

  it('takes a column named __proto__ for any other that is no field', async () => {
    const { sheet, rows } = await lines(
      `client_id,name,__proto__,constructor,client.__proto__\n${number()},Eva,{"x":1},y,z\n`,
    );
    expect(sheet.ignored).toEqual(['__proto__', 'constructor', 'client.__proto__']);
    expect(rows).toMatchObject([{ outcome: 'created' }]);
  });

  it('shows what is recorded only to who may look it up', async () => {
    const blind = await importer(['can_import_records']);
    const file = `client_id,name\n${here.clientId},Otra Persona\n`;
    const changes = async (token: string) =>
      ((await lines(file, { token })).rows[0] as { changes: object[] }).changes;
    expect(await changes(ana)).toEqual([{ field: 'name', from: expect.any(String), to: 'Otra Persona' }]);
    expect(await changes(blind)).toEqual([{ field: 'name', to: 'Otra Persona' }]);
  });
});

describe('a file that is imported', () => {
  it('is taken as it was tried, and seen on the boards', async () => {
    const [fresh, client] = [number(), number()];
    const file = `ot_number,ot_type,client_id,client.name\n${fresh},1,${client},Eva\n${fresh},x,,\n`;
    const tried = await lines(file);
    const socket = web().socket(ana);
    expect(await connected(socket)).toBe('connected');
    await socket.emitWithAck('watch', { operation: here.operation });
    const seen: string[] = [];
    socket.on('changes', (changes) => seen.push(JSON.stringify(changes.orders)));
    const imported = await lines(file, { trial: false });
    expect(imported.rows).toEqual(tried.rows);
    expect(await sql()`select client_id from orders where number = ${fresh}`).toMatchObject([
      { clientId: client },
    ]);
    await until(() => seen.join().includes(fresh));
    expect((await lines(file, { trial: false })).rows).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'refused' },
    ]);
    const [event] = await sql()`select actor_id from events where order_number = ${fresh}`;
    expect(event!.actorId).toBeGreaterThan(0);
  });

  it('leaves out the rows of operations that are not its importer’s', async () => {
    const foreign = number(elsewhere.operation);
    const { rows } = await lines(`client_id,name\n${foreign},Eva\n${number()},Ana\n`, { trial: false });
    expect(rows).toMatchObject([
      { outcome: 'refused', problem: { message: 'La operación no está entre las asignadas.' } },
      { outcome: 'created' },
    ]);
    expect(await sql()`select id from clients where id = ${foreign}`).toEqual([]);
  });

  it('stops when its reader leaves, and the next one begins', async () => {
    const rows = Array.from({ length: 20_000 }, () => `${number()},Eva`);
    const left = new AbortController();
    const answer = await fetch(`${web().base}/import/rows`, {
      method: 'POST',
      signal: left.signal,
      body: `client_id,name\n${rows.join('\n')}\n`,
      headers: {
        'content-type': 'application/octet-stream',
        'sec-fetch-site': 'same-origin',
        cookie: `agenda=${ana}`,
      },
    });
    const reader = answer.body!.getReader();
    await reader.read();
    await reader.read();
    left.abort();
    const taken = async () =>
      (await sql()`select count(*)::int as n from clients where id like ${`${here.operation}7%`}`)[0]!
        .n as number;
    await until(async () => {
      const before = await taken();
      await new Promise((resolve) => setTimeout(resolve, 700));
      return (await taken()) === before;
    });
    expect(await taken()).toBeLessThan(20_000);
    await until(async () => (await send(`client_id,name\n${number()},Eva\n`)).status === 200);
  }, 60_000);
});

describe('what is not imported', () => {
  it.each([
    ['without a session', { token: null }, 401],
    ['without the right', { token: 'blind' }, 403],
    ['from another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['by a page of another user', { headers: { 'x-agenda-user': '999999' } }, 401],
    ['of a kind that there is not', { query: '&kind=__proto__' }, 422],
    ['larger than the limit', { headers: {} }, 413],
  ] as const)('%s is refused before its body is read', async (why, how, status) => {
    const token =
      'token' in how && how.token === 'blind'
        ? await importer(everyPermission.filter((one) => one !== 'can_import_records'))
        : 'token' in how
          ? null
          : ana;
    const { headers, query } = { headers: {}, query: '', ...how };
    // The body never comes: an answer is given without it.
    const length = why === 'larger than the limit' ? importLimits.bytes + 1 : 1_000_000;
    const sent = {
      host: new URL(web().base).host,
      'content-type': 'application/octet-stream',
      'content-length': String(length),
      'sec-fetch-site': 'same-origin',
      ...(token ? { cookie: `agenda=${token}` } : {}),
      ...headers,
    };
    const answer = await rawAnswer(
      `POST /import/rows?trial=1${query} HTTP/1.1\r\n${Object.entries(sent)
        .map((pair) => pair.join(': '))
        .join('\r\n')}\r\n\r\nclient_id`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('"ok":false');
  });

  it.each([
    ['nothing', '', 'Elegí un archivo .csv o .xlsx.'],
    ['a file without the number', 'a,b\n1,2\n', 'La primera línea nombra las columnas, y ninguna se llama'],
    ['a column twice', 'client_id,name,Name\n1,2,3\n', 'La columna name está dos veces.'],
    ['a CSV that breaks off', 'client_id,name\n1,"x\n', 'No se puede leer el CSV'],
    ['a ZIP that is no workbook', Buffer.from('PK\u0003\u0004 nada'), 'No es una planilla .xlsx'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Es una planilla .xls, de antes de 2007'],
  ])('%s is said before anything is taken', async (_, file, said) => {
    const before = await held();
    const { status, body } = await send(file, { trial: false });
    expect([status, (body as unknown as { text: string }).text]).toEqual([
      422,
      expect.stringContaining(said),
    ]);
    expect(await held()).toEqual(before);
  });

  it('a file of too many rows, or one that unpacks to more than the limit', async () => {
    const rows = `client_id,name\n${'1,2\n'.repeat(importLimits.rows + 1)}`;
    const many = await send(rows, { trial: false });
    expect([many.status, many.text]).toEqual([422, expect.stringContaining('Tiene más de 50.000 filas')]);
    const large = await send(gzipSync(Buffer.alloc(importLimits.bytes + 1, 'x')), {
      headers: { 'content-encoding': 'gzip' },
    });
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('supera los 20 MB')]);
  });

  it('two at a time of one user, nor three of all', async () => {
    const others = [await importer(), await importer()];
    const slow = (token: string) => {
      const socket = connect(Number(new URL(web().base).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      socket.write(
        `POST /import/rows?trial=1 HTTP/1.1\r\nhost: ${new URL(web().base).host}\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000\r\nsec-fetch-site: same-origin\r\ncookie: agenda=${token}\r\n\r\nclient_id`,
      );
      return socket;
    };
    const file = `client_id,name\n${number()},Eva\n`;
    /** Holds a place until another's file is refused with this text; that file may have held it when this one came. */
    const hold = async (token: string, other: string, text: string) => {
      let socket = slow(token);
      await until(async () => {
        if (socket.bytesRead > 0) socket = slow(token);
        return (await send(file, { token: other })).text.includes(text);
      });
      return socket;
    };
    const first = await hold(ana, ana, 'Ya estás probando o importando otro archivo');
    const second = await hold(others[0]!, others[1]!, 'Hay otras importaciones');
    first.destroy();
    second.destroy();
    await until(async () => (await send(file)).status === 200);
  }, 30_000);
});

/** What the server answers to bytes as they stand. */
function rawAnswer(request: string): Promise<string> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(web().base);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => done(answer));
    socket.on('error', fail);
  });
}
