import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { addClient, addUser, makeWorld, type World } from '../../support/record/fixtures.ts';

// A client's tickets (S1 §3 'Ticket', §7 tickets/by_client) and the files that strangers attached to them.

const { web, sql } = webServer();
let here: World;
let token: string;
let ticketId: number;
let noteId: number;

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

beforeAll(async () => {
  here = await makeWorld(sql());
  const userId = await addUser(sql(), here.operation, {}, everyPermission);
  token = await openSession(sql(), userId, { kind: 'browser' });
  ticketId = await addTicket(here.clientId, { orderNumber: here.orderNumber, title: 'Sin señal' });
  noteId = await addNote(ticketId, { priority: true, body: 'Urgente\nllamar antes' });
});

const insert = async (table: string, row: Record<string, unknown>): Promise<number> => {
  const [made] = await sql()`insert into ${sql()(table)} ${sql()(row as never)} returning id`;
  return made!.id as number;
};
const at = new Date('2026-03-05T12:30:00Z');
const addTicket = (clientId: string, columns: Record<string, unknown> = {}) =>
  insert('tickets', { clientId, title: 'Ticket', body: 'cuerpo', createdAt: at, ...columns });
const addNote = (ticketId: number, columns: Record<string, unknown> = {}) =>
  insert('ticket_notes', {
    ticketId,
    createdAt: at,
    author: 'Mesa de ayuda',
    title: 'Gestión',
    body: 'nota',
    ...columns,
  });
const addFile = (note: number, name: string, contentType: string, content: string | Buffer) =>
  insert('ticket_files', { noteId: note, name, contentType, content: Buffer.from(content as string) });

/** A file as a browser with this session asks for it. */
const download = (id: number | string, as: string | null = token) =>
  web().send(`/board/ticket-file/${id}`, { headers: as ? { cookie: `agenda=${as}` } : {} });

describe('tickets/by_client', () => {
  it('answers under data and the same under detail, each ticket by the spec’s names', async () => {
    const fileId = await addFile(noteId, 'línea.txt', 'text/plain', 'á'.repeat(100));
    const answer = await web().call('tickets/by_client', { client_id: here.clientId }, { token });
    expect(answer.status, answer.text).toBe(200);
    const { data, detail } = answer.body as unknown as {
      data: { tickets: unknown[]; priority_tickets_inside: boolean };
      detail: unknown;
    };
    expect(answer.body).toMatchObject({ code: 200, error: 0, diagnostic: '' });
    expect(detail).toEqual({ tickets: data.tickets, priority_tickets_inside: true });
    expect(data.priority_tickets_inside).toBe(true);
    expect(data.tickets).toEqual([
      {
        id: ticketId,
        title: 'Sin señal',
        body: 'cuerpo',
        timestamp: '2026-03-05T09:30:00-03:00',
        ot_number: here.orderNumber,
        has_priority_notes: true,
        notes: [
          {
            id: noteId,
            priority: true,
            timestamp: '2026-03-05T09:30:00-03:00',
            from: 'Mesa de ayuda',
            title: 'Gestión',
            body: 'Urgente\nllamar antes',
            attached_files: [
              {
                id: fileId,
                name: 'línea.txt',
                content: Buffer.from('á'.repeat(100)).toString('base64'),
              },
            ],
          },
        ],
      },
    ]);
  });

  it('answers the newest first, and an empty list for a client without any', async () => {
    const client = await addClient(sql(), here.operation);
    expect((await web().call('tickets/by_client', { client_id: client }, { token })).body).toMatchObject({
      data: { tickets: [], priority_tickets_inside: false },
      detail: { tickets: [], priority_tickets_inside: false },
    });
    const older = await addTicket(client, { createdAt: new Date('2026-01-01T00:00:00Z') });
    const newer = await addTicket(client);
    const { body } = await web().call('tickets/by_client', { client_id: client }, { token });
    expect(body.data.tickets.map(({ id }: { id: number }) => id)).toEqual([newer, older]);
  });

  it('comes by pages of 100, and says of all of them whether one has a priority note', async () => {
    const client = await addClient(sql(), here.operation);
    const ids: number[] = [];
    for (let n = 0; n < 103; n += 1) ids.push(await addTicket(client));
    await sql()`
      insert into ticket_notes (ticket_id, priority, author, title, body, created_at)
      values (${ids[0]!}, true, 'Mesa', '', '', now())`;
    const page = async (offset?: number) => {
      const { body } = await web().call('tickets/by_client', { client_id: client, offset }, { token });
      expect(body.data.priority_tickets_inside).toBe(true);
      return body.data.tickets.map(({ id }: { id: number }) => id) as number[];
    };
    expect([...(await page()), ...(await page(100))]).toEqual([...ids].reverse());
    expect(await page(100)).toHaveLength(3);
  });

  it('refuses another operation’s client', async () => {
    const elsewhere = await web().call('tickets/by_client', { client_id: '99900000001' }, { token });
    expect([elsewhere.status, elsewhere.body.diagnostic]).toEqual([
      403,
      'No se pueden buscar clientes de operaciones no asignadas',
    ]);
  });
});

describe('a file of a ticket', () => {
  it('is a download under its own name, which nothing runs in', async () => {
    const { status, headers } = await download(await addFile(noteId, 'línea cortada.png', 'image/png', png));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="linea cortada.png"; filename*=UTF-8''l%C3%ADnea%20cortada.png`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('that is HTML or SVG under a picture’s name and type is no picture, just bytes', async () => {
    const evil = '<html><script>alert(1)</script>';
    for (const [name, type, content] of [
      ['foto.png', 'image/png', evil],
      ['foto.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a.html', 'text/html', evil],
      ['b.xhtml', 'application/xhtml+xml', evil],
      ['c.js', 'text/javascript', 'alert(1)'],
      ['d', 'text/html; charset=utf-7', evil],
    ] as const) {
      const { headers, text } = await download(await addFile(noteId, name, type, content));
      expect(headers.get('content-type'), name).toBe('application/octet-stream');
      expect(headers.get('content-disposition'), name).toMatch(/^attachment; /);
      expect(text, name).toBe(content);
    }
  });

  it('keeps nothing in its name that a header or a folder would take for its own', async () => {
    for (const [name, given] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\windows\\a.txt', 'a.txt'],
      ['a\r\nset-cookie: x=1.txt', 'aset-cookie_ x=1.txt'],
      ['foto\u202Egnp.exe', 'fotognp.exe'],
      ['"; filename="evil.html', '_; filename=_evil.html'],
      ['....', 'archivo'],
      ['', 'archivo'],
      ["l'año (2).pdf", "l'año (2).pdf"],
      [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ] as const) {
      const { status, headers } = await download(await addFile(noteId, name, 'application/pdf', name));
      const disposition = headers.get('content-disposition')!;
      expect(status, name).toBe(200);
      const [, encoded] = /filename\*=UTF-8''([\w.~%-]+)$/.exec(disposition)!;
      expect(decodeURIComponent(encoded!), name).toBe(given);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('is not there for another operation, nor under an id that is none', async () => {
    const elsewhere = await makeWorld(sql());
    const foreign = await addFile(
      await addNote(await addTicket(elsewhere.clientId)),
      'a.txt',
      'text/plain',
      'secreto',
    );
    for (const id of [foreign, 999_999, 2 ** 31, '0', '-1', '1e3', 'x', '1%00', '..%2f1'])
      expect([(await download(id)).status, id]).toEqual([404, id]);
    expect((await download(foreign)).text).toBe('Archivo inexistente');
  });

  it('is for who is signed in and may ask about clients', async () => {
    const id = await addFile(noteId, 'b.txt', 'text/plain', 'x');
    expect((await download(id, null)).status).toBe(401);
    expect((await download(id, 'x'.repeat(43))).status).toBe(401);
    const technician = await openSession(sql(), here.userId, { kind: 'browser' });
    const answer = await download(id, technician);
    expect([answer.status, answer.text]).toEqual([403, 'No posee permisos para consultar clientes']);
  });
});
