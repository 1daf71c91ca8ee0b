import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { openRecord } from '../../support/postgres/open-record.ts';
import { makeWorld, type World } from '../../support/record/fixtures.ts';

// `npm run import` and `npm run token` as an operator runs them: real processes over a database of this file's own.

const db = openRecord();
const folder = mkdtempSync(join(tmpdir(), 'agenda-import-'));
let here: World;
let elsewhere: World;
let last = 0;

beforeAll(async () => {
  here = await makeWorld(db().sql);
  elsewhere = await makeWorld(db().sql);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const entrances = { import: 'server/operator/import/index.ts', token: 'server/operator/token/index.ts' };
function run(name: keyof typeof entrances, ...words: string[]) {
  const args = ['--import', 'tsx', entrances[name], ...words];
  const env = { ...process.env, DATABASE_URL: db.url(), INIT_CWD: folder };
  return new Promise<{ code: number; out: string; err: string }>((done) =>
    execFile(process.execPath, args, { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}
const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const number = (operation = here.operation) => `${operation}6${String(++last).padStart(7, '0')}`;
const held = async () =>
  (
    await db()
      .sql`select (select count(*)::int from orders) as orders, (select count(*)::int from clients) as clients,
    (select count(*)::int from events) as events, (select count(*)::int from tickets) as tickets`
  )[0];

describe('npm run import', () => {
  it('takes orders with their clients, services and relations from a file that a spreadsheet wrote', async () => {
    const [a, b, client] = [number(), number(), number()];
    write(
      'ordenes.csv',
      `\ufeffOT_Number;ot_type;client_id;client.name;client.client_devices;symptom;services;related_orders;detail;contractor;Vendedor\r
${a};1;${client};"Nuñez; Lía";"ONU;AA:BB;S1|Router;CC;S2";Sin señal;2xInternet 100|TV;;"dos
renglones, y ""comillas""";sí;x\r
\r
${b};1;${client};;;Sin señal;;${a};;no;x\r
`,
    );
    const { code, out, err } = await run('import', 'ordenes.csv');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      'Columnas ignoradas: Vendedor\nOTs: filas recibidas 2, nuevas 2, cambiadas 0, sin cambios 0, rechazadas 0.\nSíntomas que no estaban: Sin señal\n',
    );
    expect(await db().sql`select detail, contractor from orders where number = ${a}`).toMatchObject([
      { detail: 'dos\nrenglones, y "comillas"', contractor: true },
    ]);
    expect(
      await db().sql`select quantity, name from order_services where order_number = ${a} order by id`,
    ).toMatchObject([
      { quantity: 2, name: 'Internet 100' },
      { quantity: 1, name: 'TV' },
    ]);
    expect(
      await db().sql`select type, serial from client_devices where client_id = ${client} order by id`,
    ).toMatchObject([
      { type: 'ONU', serial: 'S1' },
      { type: 'Router', serial: 'S2' },
    ]);
    expect(await db().sql`select related_number from related_orders where order_number = ${b}`).toMatchObject(
      [{ relatedNumber: a }],
    );
    expect(existsSync(join(folder, 'ordenes.errores.csv'))).toBe(false);
    const again = await run('import', 'ordenes.csv');
    expect(again.out).toContain('nuevas 0, cambiadas 0, sin cambios 2');
  });

  it('takes what an Excel in Argentina writes: its separator, dates, decimal commas, yes and no, and Windows-1252', async () => {
    const [a, b, client] = [number(), number(), number()];
    write(
      'excel.csv',
      Buffer.from(
        `sep=;\r
ot_number;ot_type;client_id;client.name;lat;lon;date_created;contractor\r
${a};1;${client};Nu\xf1ez \x93El Ni\xf1o\x94;-33,89;-60,57;05/03/2026 14:30;VERDADERO\r
${b};1;${client};;-33.89;-60.57;5/3/26;FALSO\r
`,
        'latin1',
      ),
    );
    const { code, out, err } = await run('import', 'excel.csv');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Codificación: Windows-1252.\nOTs: filas recibidas 2, nuevas 2,');
    expect(
      await db().sql`
        select o.lat, o.lon, o.created_at, o.contractor, c.name from orders o join clients c on c.id = o.client_id
        where o.number in (${a}, ${b}) order by o.number`,
    ).toMatchObject([
      {
        lat: -33.89,
        lon: -60.57,
        createdAt: new Date('2026-03-05T17:30:00Z'),
        contractor: true,
        name: 'Nuñez “El Niño”',
      },
      { lat: -33.89, lon: -60.57, createdAt: new Date('2026-03-05T03:00:00Z'), contractor: false },
    ]);
    expect((await run('import', 'excel.csv')).out).toContain('nuevas 0, cambiadas 0, sin cambios 2');
  });

  it('takes a workbook as it is: numbers of eleven digits, dates, yes and no, and the refused rows for a spreadsheet', async () => {
    const [a, client] = [number(), number()];
    const cells = [
      ['ot_number', 'ot_type', 'client_id', 'client.name', 'lat', 'lon', 'date_created', 'contractor'],
      [
        ...[Number(a), 1, client, 'Núñez, Lía', -33.89, -60.57],
        { value: new Date('2026-03-05T14:30:00Z'), type: Date, format: 'dd/mm/yyyy hh:mm' },
        true,
      ],
      Array(8).fill(null),
      [Number(number()), 'instalación', client, null, null, null, null, false],
    ];
    const file = await writeXlsxFile(cells as never).toBuffer();
    write('libro.xlsx', file);
    const { code, out, err } = await run('import', 'libro.xlsx');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('OTs: filas recibidas 2, nuevas 1, cambiadas 0, sin cambios 0, rechazadas 1.');
    expect(
      await db().sql`
        select o.lat, o.created_at, o.contractor, c.name from orders o join clients c on c.id = o.client_id
        where o.number = ${a}`,
    ).toMatchObject([
      { lat: -33.89, createdAt: new Date('2026-03-05T17:30:00Z'), contractor: true, name: 'Núñez, Lía' },
    ]);
    expect(read('libro.errores.csv')).toContain(`;instalación;${client};`);
    expect((await run('import', 'libro.xlsx')).out).toContain('sin cambios 1');
  });

  it.each([
    ['roto.xlsx', Buffer.from('PK\u0003\u0004 nada'), 'no es una planilla .xlsx que se pueda leer'],
    ['vieja.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'guardala como .xlsx'],
  ])('says what is wrong with %s, and imports nothing', async (name, content, said) => {
    write(name, content);
    const before = await held();
    const { code, err } = await run('import', name);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
    expect(await held()).toEqual(before);
  });

  it('takes UTF-16, which a spreadsheet calls Unicode text', async () => {
    const client = number();
    write('unicode.txt', Buffer.from(`\ufeffclient_id\tname\r\n${client}\tNuñez 👍\r\n`, 'utf16le'));
    expect((await run('import', 'unicode.txt')).out).toContain(
      'Codificación: UTF-16.\nClientes: filas recibidas 1, nuevas 1,',
    );
    expect(await db().sql`select name from clients where id = ${client}`).toMatchObject([
      { name: 'Nuñez 👍' },
    ]);
  });

  it('says of a refused cell what is wrong with it, and what to do in the spreadsheet', async () => {
    const order = number();
    write(
      'planilla.csv',
      `ot_number;ot_type;client_id;client.name;date_created;contractor;status_id
1,14999E+10;1;${here.clientId};;;;
${order};1;1,15E+10;;;;
${order};1;${here.clientId};;31/02/2026 10:00;;
${order};1;${here.clientId};;;quizás;
${order};1;${here.clientId};;;;abierta
123;1;${here.clientId};;;;
`,
    );
    expect((await run('import', 'planilla.csv')).code).toBe(1);
    const said = read('planilla.errores.csv')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.replace(/^(?:[^;]*;){7}|"/g, ''));
    expect(said).toEqual([
      'ot_number: la planilla lo muestra como 1,14999E+10 y perdió dígitos: dale formato de texto a la columna y volvé a cargar el número completo.',
      'client_id: la planilla lo muestra como 1,15E+10 y perdió dígitos: dale formato de texto a la columna y volvé a cargar el número completo.',
      'date_created: “31/02/2026 10:00” no es una fecha: escribí 05/03/2026 14:30 o 2026-03-05T14:30:00-03:00.',
      'contractor: Es sí o no: true o false.',
      'status_id: Es un número entero de 0 a 99.',
      'ot_number: Son 11 dígitos.',
    ]);
  });

  it('only says what it would do in a dry run', async () => {
    write('clientes.csv', `client_id,name\n${number()},Eva\n${number()},\n`);
    const before = await held();
    const { code, out } = await run('import', 'clientes.csv', '--dry-run', '--errors', 'malas.csv');
    expect(code).toBe(1);
    expect(out).toContain('Simulacro: no se escribió nada.\nClientes: filas recibidas 2, nuevas 1,');
    expect(read('malas.csv')).toContain('name: Falta el nombre.');
    expect(await held()).toEqual(before);
  });

  it('writes the refused rows to a file that runs no formula and can be imported again once put right', async () => {
    const [good, bad] = [number(), number()];
    write(
      'clientes.csv',
      `client_id,name,notes,telephone\n${good},"=cmd|' /C calc'!A0",x,+54 11 5555\n${bad},,"@SUM(1)",-3\n123,X,,\n${bad},X,,1,de más\n${number(elsewhere.operation)},Otro,,\n`,
    );
    const { code, out } = await run('import', 'clientes.csv', '--operations', here.operation);
    expect(code).toBe(1);
    expect(out).toContain('recibidas 5, nuevas 1, cambiadas 0, sin cambios 0, rechazadas 4');
    expect(out).toContain('clientes.errores.csv');
    const lines = read('clientes.errores.csv').split('\r\n');
    expect(lines[0]).toBe('\ufeffclient_id,name,notes,telephone,error');
    expect(lines[1]).toBe(`${bad},,'@SUM(1),'-3,name: Falta el nombre.`);
    expect(lines[2]).toContain('client_id: ');
    expect(lines[3]).toContain('La fila tiene 5 columnas y el encabezado 4.');
    expect(lines[4]).toContain('La operación no está entre las asignadas');
    write('otra-vez.csv', `${lines[0]}\r\n${lines[1]!.replace(`${bad},,`, `${bad},Ana,`)}\r\n`);
    expect((await run('import', 'otra-vez.csv')).code).toBe(0);
    expect(
      await db().sql`select name, telephone from clients where id in (${good}, ${bad}) order by id`,
    ).toMatchObject([
      { name: "=cmd|' /C calc'!A0", telephone: '+54 11 5555' },
      { name: 'Ana', telephone: '-3' },
    ]);
  });

  it('takes tickets, one note a row', async () => {
    write(
      'tickets.csv',
      `ticket_number,client_id,title,note.note_number,note.body\nT1,${here.clientId},Lento,1,Primera\nT1,${here.clientId},Lento,2,Segunda\n`,
    );
    expect((await run('import', 'tickets.csv')).out).toContain('nuevas 1, cambiadas 1');
    expect(
      await db()
        .sql`select n.body from ticket_notes n join tickets t on t.id = n.ticket_id where t.number = 'T1' order by n.number`,
    ).toMatchObject([{ body: 'Primera' }, { body: 'Segunda' }]);
  });

  it('ends with 2 and one line when the file or the command makes no sense', async () => {
    const mixed = ['client_id,name\n10100000009,Nuñez\n', '10100000008,Nuñez\n'];
    write('mezcla.csv', Buffer.concat([Buffer.from(mixed[0]!), Buffer.from(mixed[1]!, 'latin1')]));
    write(
      'marca.csv',
      Buffer.concat([Buffer.from('\ufeffclient_id,name\n'), Buffer.from('10100000008,Ana \xd1\n', 'latin1')]),
    );
    write('sin.csv', 'a,b\n1,2\n');
    write('vacio.csv', '');
    write('dos.csv', 'client_id,name,Name\n1,2,3\n');
    write('abierto.csv', `client_id,name\n${number()},"sin cerrar\n`);
    const before = await held();
    const cases: [string[], string][] = [
      [['no-hay.csv'], 'no existe ese archivo'],
      [['mezcla.csv'], 'en la línea 3, columna 15, hay un carácter que no es UTF-8'],
      [['marca.csv'], 'en la línea 2, columna 17, hay'],
      [['sin.csv'], 'ot_number, client_id o ticket_number'],
      [['sin.csv', '--kind', 'orders'], 'ninguna se llama ot_number'],
      [['vacio.csv'], 'el archivo está vacío'],
      [['dos.csv'], 'la columna name está dos veces'],
      [['abierto.csv'], 'no se puede leer el CSV'],
      [['dos.csv', '--errors', 'dos.csv'], '--errors'],
      [['dos.csv', '--operations', '999'], 'no existe la operación 999'],
      [['dos.csv', '--kind', 'visits'], 'Usage'],
      [[], 'Usage'],
    ];
    for (const [words, said] of cases) {
      const { code, err, out } = await run('import', ...words);
      expect([code, out], words.join(' ')).toEqual([2, '']);
      expect(err).toContain(said);
      expect(err.trim().split('\n'), err).toHaveLength(1);
    }
    expect(await held()).toEqual(before);
  });
});

describe('npm run token', () => {
  beforeEach(async () => {
    await db().sql`delete from users where profile = 'Integración'`;
  });

  it('prints a token alone, keeps its hash, and gives its user one permission in the operations named', async () => {
    const reach = `${here.operation},${elsewhere.operation}`;
    const { code, out, err } = await run('token', '--name', 'Sistema  Comercial ñ', '--operations', reach);
    expect(code, err).toBe(0);
    expect(out).toMatch(/^[\w-]{43}\n$/);
    expect(err).toContain('integracion-sistema-comercial-n');
    const [user] = await db().sql`
      select u.password_hash, x.kind, x.label, x.expires_at > now() + interval '364 days' as long,
        array(select permission from user_permissions where user_id = u.id) as permissions,
        array(select operation::text from user_operations where user_id = u.id order by 1) as operations
      from users u join sessions x on x.user_id = u.id where u.username = 'integracion-sistema-comercial-n'`;
    expect(user).toEqual({
      passwordHash: '-',
      kind: 'integration',
      label: 'Sistema  Comercial ñ',
      long: true,
      permissions: ['can_import_records'],
      operations: [here.operation, elsewhere.operation],
    });
    const record = JSON.stringify(await db().sql`select * from sessions`);
    expect(record).not.toContain(out.trim());
  });

  it('lists, replaces and revokes', async () => {
    const make = (operations: string) =>
      run('token', '--name', 'Facturas', '--operations', operations, '--days', '30');
    await make(here.operation);
    expect((await make(elsewhere.operation)).err).toContain('has a token for the operations');
    expect((await make(here.operation)).code).toBe(0);
    const listed = (await run('token', '--list')).out.trim().split('\n');
    expect(listed).toHaveLength(2);
    const id = listed[0]!.split(' ')[0]!;
    expect((await run('token', '--revoke', id)).out).toBe('Revoked: 1.\n');
    expect((await run('token', '--revoke', 'Facturas')).out).toBe('Revoked: 1.\n');
    expect((await run('token', '--revoke', 'Facturas')).code).toBe(1);
  });

  it('refuses what makes no sense', async () => {
    const user = await makeWorld(db().sql, { user: { username: 'integracion-ana' } });
    for (const words of [
      ['--name', 'x'],
      ['--name', 'x', '--operations', '12'],
      ['--name', 'x', '--operations', user.operation, '--days', '0'],
      ['--name', '!!', '--operations', user.operation],
      ['--name', 'Ana', '--operations', user.operation],
      ['--name', 'x', '--operations', '999'],
      ['--list', '--revoke', 'x'],
      [],
    ])
      expect((await run('token', ...words)).code, words.join(' ')).toBe(1);
  });
});
