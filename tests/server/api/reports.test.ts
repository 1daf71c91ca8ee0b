import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { chartSize, reportChart } from '../../../machines/charts/report-chart.ts';
import { reportNames, reports } from '../../../machines/report/reports.ts';
import { csvOf, xlsxOf } from '../../../server/files/report-file.ts';
import { drawChart } from '../../../server/files/report-image.ts';
import { cookieName } from '../../../server/http/session.ts';
import { cheapHash, openSession, webServer } from '../../support/processes/web-server.ts';
import {
  addReason,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';
import { unzip } from '../../support/unzip.ts';

const { web, sql } = webServer();
const day = today(new Date());
const month = `${day.slice(0, 8)}01`;
let here: World;
let elsewhere: World;
let jefe: string;
let cookie: string;
let unpermitted: string;

beforeAll(async () => {
  here = await makeWorld(sql(), { operation: { code: '114', name: 'Córdoba' } });
  elsewhere = await makeWorld(sql(), { operation: { code: '127' } });
  await addReason(sql(), { value: 6, text: 'Concluida', finalizes: true });
  await addReason(sql(), { value: 30, text: "=cmd|' /C calc'!A0", cancels: true, responsible: 'cliente' });
  const id = await addUser(sql(), here.operation, { username: 'jefe' }, everyPermission);
  jefe = await openSession(sql(), id);
  cookie = await openSession(sql(), id, { kind: 'browser' });
  const without = everyPermission.filter((one) => one !== 'can_read_reports');
  unpermitted = await openSession(sql(), await addUser(sql(), here.operation, {}, without));
  const closed = { statusId: 30, reasonId: 30, cancelled: true, closedAt: new Date() };
  await addVisit(sql(), here, closed);
});

/** What each report is asked with, for this operation. */
const rightBody = (name: (typeof reportNames)[number], operation = here.operation) =>
  ({
    'month and operation': { month, subsidiary: operation },
    'month and operations': { month, subsidiaries: [operation] },
    month: { month },
    timeframe: { subsidiary: operation, timeframe: 'all' },
    operations: { subsidiaries: [operation] },
  })[reports[name].asks];

describe('refusals', () => {
  it.each(reportNames.filter((name) => reports[name].asks !== 'month'))(
    'report/%s does not answer for another’s operation, alone or among one’s own',
    async (name) => {
      const bodies: unknown[] = [rightBody(name, elsewhere.operation)];
      if (reports[name].asks.endsWith('operations'))
        bodies.push({ month, subsidiaries: [here.operation, elsewhere.operation] });
      for (const body of bodies) {
        const answer = await web().call(`report/${name}`, body, { token: jefe });
        expect([answer.status, answer.body.diagnostic]).toEqual([403, 'No tenés asignada esa operación.']);
      }
    },
  );

  it.each(['2026-02-02', 202610, null, ['2026-10-01'], undefined])('a month %j is none', async (wrong) => {
    for (const name of reportNames.filter((one) => reports[one].asks.startsWith('month'))) {
      const answer = await web().call(
        `report/${name}`,
        { ...rightBody(name), month: wrong },
        { token: jefe },
      );
      expect(answer.status, name).toBe(422);
      expect(answer.body.data.fields).toEqual({
        month: 'El mes debe ser el primer día de un mes, por ejemplo 2026-10-01.',
      });
    }
  });

  it('names a wrong operation and a wrong timeframe', async () => {
    const wrong = { subsidiary: '1144', timeframe: 'ayer' };
    const answer = await web().call('report/unclosed', wrong, { token: jefe });
    expect(answer.status).toBe(422);
    expect(answer.body.data.fields).toEqual({
      subsidiary: 'La operación es obligatoria: un código de 3 dígitos.',
      timeframe: 'El período debe ser all, this_week, all_except_this_week.',
    });
  });

  it('unlinks a technician of a shared operation from the bot, and no other', async () => {
    const link = (id: number) =>
      sql()`update users set telegram_chat_id = '500011', active_on_telegram = true where id = ${id}`;
    const linked = async (id: number) =>
      (await sql()`select active_on_telegram from users where id = ${id}`)[0]!.activeOnTelegram;
    const near = await addTechnician(sql(), here.operation, { username: 'cerca' });
    const far = await addTechnician(sql(), elsewhere.operation, { username: 'lejos' });
    const office = await addUser(sql(), here.operation, { username: 'oficina' });
    for (const id of [near.userId, far.userId, office]) await link(id);
    const unlink = (username: string, token = jefe) =>
      web().call('user/delete_telegram_chat_id', { boxi_username: username }, { token });
    expect((await unlink('cerca', unpermitted)).status).toBe(403);
    for (const username of ['lejos', 'oficina', 'nadie']) expect((await unlink(username)).status).toBe(403);
    expect([await linked(near.userId), await linked(far.userId), await linked(office)]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await unlink('Cerca ')).status).toBe(200);
    expect(await linked(near.userId)).toBe(false);
  });
});

it('knows that a technician uses Agenda from their signing in', async () => {
  const user = { username: 'nueva', passwordHash: cheapHash('una clave larga') };
  await addTechnician(sql(), here.operation, user);
  const active = async () => {
    const { body } = await web().call('report/my_techs', {}, { token: jefe });
    return body.data.find((one: { boxi_username: string }) => one.boxi_username === 'nueva').active_on_agenda;
  };
  expect(await active()).toBe(false);
  expect((await web().signIn('nueva', 'una clave larga')).status).toBe(200);
  expect(await active()).toBe(true);
});

describe('downloads', () => {
  const get = async (path: string, token: string | null = cookie) => {
    const headers: HeadersInit = token ? { cookie: `${cookieName(false)}=${token}` } : {};
    const response = await fetch(`${web().base}/reports/download/${path}`, { headers });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };

  it('is a CSV that a spreadsheet in Argentina opens: mark, semicolons, decimal commas, CRLF, no formulas', async () => {
    const { response, bytes } = await get(`cancellation_reasons.csv?month=${month}&subsidiary=114`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="motivos-de-cancelacion-114-${month.slice(0, 7)}.csv"`,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const text = Buffer.from(bytes).toString('utf8');
    expect(text).toBe(
      `\ufeffMotivo;Responsable;Visitas;Porcentaje\r\n"'=cmd|' /C calc'!A0";Cliente;1;100\r\n`,
    );
  });

  it('has every report in both formats, each column under its header', async () => {
    for (const name of reportNames)
      for (const format of ['csv', 'xlsx']) {
        const query = new URLSearchParams(
          Object.entries(rightBody(name)).map(([key, value]) => [key, String(value)]),
        );
        const { response, bytes } = await get(`${name}.${format}?${query}`);
        expect(response.status, `${name}.${format}`).toBe(200);
        expect(response.headers.get('content-disposition')).toContain(`filename="${reports[name].file}`);
        const headers = reports[name].columns.map(({ header }) => header);
        const first =
          format === 'csv'
            ? Buffer.from(bytes).toString().slice(1).split('\r\n')[0]!.split(';')
            : cellsOf(bytes)[0]!;
        expect(first.map((cell) => String(cell).replace(' (minutos)', ''))).toEqual(headers);
      }
  });

  it.each([
    ['nothing.csv', 404],
    ['constructor.csv', 404],
    ['monthly.pdf', 404],
    ['monthly', 404],
    ['monthly.csv.csv', 404],
    ['monthly.csv?month=2026-13-01&subsidiary=114', 422],
    ['monthly.csv?month=2026-10-01', 422],
    ['monthly.csv?month=2026-10-01&month=2026-11-01&subsidiary=114', 422],
    ['monthly.csv?month=2026-10-01&subsidiary=127', 403],
    ['on_the_way.csv?month=2026-10-01&subsidiaries=114,127', 403],
    ['on_the_way.csv?month=2026-10-01&subsidiaries=', 200],
    ['unclosed.xlsx?subsidiary=114&timeframe=nunca', 422],
  ])('%s answers %i', async (path, status) => {
    const { response, bytes } = await get(path);
    expect(response.status).toBe(status);
    if (status !== 200) expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(Buffer.from(bytes).toString()).not.toMatch(/invalid|expected/i);
  });

  it('needs a session of a screen and the permission', async () => {
    const path = 'monthly.csv?month=2026-10-01&subsidiary=114';
    expect((await get(path, null)).response.status).toBe(401);
    expect((await get(path, unpermitted)).response.status).toBe(403);
  });
});

describe('the visits behind a number', () => {
  const ask = (body: object, token = jefe) => web().call('report/visits', body, { token });
  const asked = { report: 'cancellation_reasons', column: 'amount', of: '30', month };

  it('are those that it counts, of the asker’s operations', async () => {
    const { status, body } = await ask(asked);
    expect([status, body.data.total]).toEqual([200, 1]);
    expect(body.data.visits[0]).toMatchObject({
      status: "=cmd|' /C calc'!A0",
      date_dispatch: expect.any(String),
    });
    expect((await ask({ ...asked, offset: 1 })).body.data).toEqual({ total: 1, visits: [] });
    expect((await ask({ ...asked, of: '6' })).body.data).toEqual({ total: 0, visits: [] });
    expect((await ask({ ...asked, subsidiaries: [elsewhere.operation] })).status).toBe(403);
    expect((await ask(asked, unpermitted)).status).toBe(403);
  });

  it.each([
    [{ report: 'my_techs' }, 'report'],
    [{ report: '__proto__' }, 'report'],
    [{ column: 'percentage' }, 'column'],
    [{ column: 'constructor' }, 'column'],
    [{ of: "30' or true" }, 'of'],
    [{ report: 'monthly', column: 'total', of: '2001-01-01' }, 'of'],
    [{ month: '2026-02-02' }, 'month'],
    [{ offset: -1 }, 'offset'],
  ])('a wrong question is refused by its field: %j', async (wrong, field) => {
    const { status, body } = await ask({ ...asked, ...wrong });
    expect([status, Object.keys(body.data.fields)]).toEqual([422, [field]]);
  });
});

describe('files', () => {
  const evil = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '=HYPERLINK("http://x";"y")',
    'a;b',
    'a"b',
    'ñandú',
  ];
  const rows = evil.map((technicianName) => ({
    technicianId: 7,
    technicianName,
    finished: 3,
    cancelled: 0,
    detached: 0,
  }));

  it('CSV: texts are never formulas, and quotes, semicolons and line ends stay inside their cell', async () => {
    const text = await textOf(csvOf('technicians', rows));
    expect(text.split('\r\n').slice(1, -1)).toEqual([
      "'=1+1;3;0;0",
      "'+1;3;0;0",
      "'-1;3;0;0",
      "'@SUM(A1);3;0;0",
      "'\tx;3;0;0",
      `"'\rx";3;0;0`,
      `"'=HYPERLINK(""http://x"";""y"")";3;0;0`,
      '"a;b";3;0;0',
      '"a""b";3;0;0',
      'ñandú;3;0;0',
    ]);
  });

  it('CSV: negative times stay numbers, days and instants read dd/mm/yyyy, nothing is nothing', async () => {
    const segment = {
      operation: '101',
      operationName: 'Córdoba',
      ticketToOrder: -12,
      orderToVisit: null,
      visit: 90,
      total: 78,
      count: 2,
    };
    expect((await textOf(csvOf('segments', [segment]))).split('\r\n').slice(0, 2)).toEqual([
      '\ufeffOperación;T1: ticket a OT (minutos);T2: OT a visita (minutos);T3: visita (minutos);Tiempo total (minutos);Visitas',
      'Córdoba;-12;;90;78;2',
    ]);
    const at = new Date('2026-10-01T01:30:00Z');
    const moved = { visitId: 7, createdAt: at, rescheduledAt: at, rescheduleCount: 1 };
    expect((await textOf(csvOf('reschedule', [moved]))).split('\r\n')[1]).toBe(
      '7;30/09/2026 22:30;30/09/2026 22:30;1',
    );
    const share = {
      finished: 3,
      onTheWay: 1,
      percentage: 33.33,
      rescheduledByClient: 0,
      cancelledByClient: 0,
    };
    const idle = { ...share, finished: 0, percentage: null, technicianId: 8, technicianName: 'Nadie' };
    expect(
      (await textOf(csvOf('on_the_way', [{ technicianId: 7, technicianName: 'Ana', ...share }, idle])))
        .split('\r\n')
        .slice(1),
    ).toEqual(['Ana;3;1;33,33;0;0', '']);
  });

  it('XLSX: opens, with texts as texts, numbers as numbers and local times as dates', async () => {
    const texts = cellsOf(await bytesOf(await xlsxOf('technicians', rows)));
    expect(texts.slice(1, 3)).toEqual([
      ['=1+1', 3, 0, 0],
      ['+1', 3, 0, 0],
    ]);
    const at = new Date('2026-10-01T01:30:00Z');
    const dates = cellsOf(
      await bytesOf(
        await xlsxOf('reschedule', [{ visitId: 7, createdAt: at, rescheduledAt: at, rescheduleCount: 1 }]),
      ),
    );
    // Days since 1899-12-30: 30 September 2026, 22:30.
    const serial = (Date.UTC(2026, 8, 30, 22, 30) - Date.UTC(1899, 11, 30)) / 86_400_000;
    expect(dates[1]![1]).toBeCloseTo(serial, 8);
    const none = { total: 0, finished: 0, cancelled: 0, rescheduled: 0, open: 0 };
    const days = cellsOf(await bytesOf(await xlsxOf('monthly', [{ day: '2026-10-01', ...none }])));
    expect(days[1]![0]).toBe((Date.UTC(2026, 9, 1) - Date.UTC(1899, 11, 30)) / 86_400_000);
  });
});

describe('the picture', () => {
  const rows = Array.from({ length: 31 }, (_, index) => ({
    day: addDays('2026-10-01', index),
    total: 20 + index,
    finished: 10 + index,
    cancelled: 4,
    rescheduled: 3,
    open: 3,
  }));
  const about = { month: '2026-10-01', operationName: 'Córdoba' };

  it('is a PNG of twice its size, with the colours of the states and Spanish words', async () => {
    const option = reportChart('monthly', rows, about);
    expect(JSON.parse(JSON.stringify(option))).toEqual(option);
    // Each day by its number, under the month.
    expect(JSON.stringify(option)).toContain('"30","31"]');
    expect(JSON.stringify(option)).toContain('Córdoba, octubre de 2026');
    const png = await drawChart(option, chartSize('monthly', rows));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2000, 960]);
    // Text is drawn: the same chart without its title weighs less.
    const silent = await drawChart({ ...option, title: {} }, chartSize('monthly', rows));
    expect(png.length - silent.length).toBeGreaterThan(3_000);
  });
});

const textOf = async (stream: AsyncIterable<Buffer | string>) => (await bytesOf(stream)).toString('utf8');
async function bytesOf(stream: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** The cells of a workbook's only sheet, as a spreadsheet would read them. */
function cellsOf(file: Uint8Array): (string | number | null)[][] {
  const parts = unzip(file);
  const part = (name: string) => parts.get(name) ?? '';
  const decode = (text: string) =>
    text.replace(
      /&(lt|gt|amp|quot|apos);/g,
      (_, name) => ({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" })[name as 'lt']!,
    );
  const shared = [...part('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)].map(
    ([, text]) => decode(text!),
  );
  return [...part('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, inner]) => {
      if (inner?.includes('<f')) throw new Error('a formula');
      const value = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(inner ?? '')?.[1];
      if (value === undefined) return null;
      if (attributes!.includes('t="s"')) return shared[Number(value)]!;
      return attributes!.includes('t="inlineStr"') ? decode(value) : Number(value);
    }),
  );
}
