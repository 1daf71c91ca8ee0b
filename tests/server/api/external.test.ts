import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginNotice } from '../../../db/commands/notices/record-notice.ts';
import { findLogo } from '../../../db/reads/settings/logo.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, formatDay, today } from '../../../machines/calendar/slots.ts';
import { addLink, keys, openSession, openWebServer, webServer } from '../../support/processes/web-server.ts';
import {
  addOrder,
  addReason,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// The customer's link (S2 §2 'External visit view', §7 visit/external) and its live channel, as a stranger asks them.

const { web, sql, url, another } = webServer({ trustProxy: 1 });
const day = today(new Date());
let here: World;
let technician: string;
let jefe: string;
let visitId: number;
let token: string;

beforeAll(async () => {
  here = await makeWorld(sql(), {
    operation: { name: 'Córdoba' },
    user: { firstName: 'Tomás', lastName: 'Ñáñez' },
    client: { name: 'Ana Gómez', telephone: '3515550101', address: 'Belgrano 123' },
    order: {
      number: '10155500001',
      detail: 'El portón es negro, DNI 20123456',
      notes: 'portón negro',
      telephone: '3515550101',
    },
  });
  await sql()`insert into symptoms (id, text) values (77, 'Sin señal') on conflict do nothing`;
  await sql()`update orders set symptom_id = 77 where number = ${here.orderNumber}`;
  await sql()`
    insert into order_services (order_number, quantity, name)
    values (${here.orderNumber}, 1, 'Internet 100'), (${here.orderNumber}, 2, 'Cable')`;
  technician = await openSession(sql(), here.userId);
  jefe = await openSession(sql(), await addUser(sql(), here.operation, {}, everyPermission));
  await addReason(sql(), { value: 6, text: 'Concluida', finalizes: true });
  await addReason(sql(), { value: 30, text: 'Responsabilidad del cliente: deuda', cancels: true });
  await addReason(sql(), { value: 40, text: 'Pidió otro día', cancels: true, reschedules: true });
});
beforeEach(async () => {
  await sql()`update visits set on_the_way = false where on_the_way`;
  visitId = await addVisit(sql(), here, { day: addDays(day, 1) });
  token = await addLink(sql(), visitId);
});

let addresses = 0;
const fresh = () => `10.9.${++addresses >> 8}.${addresses & 255}`;
const look = (as: string, address = fresh()) =>
  web().call('visit/external', { token: as }, { token: null, headers: { 'x-forwarded-for': address } });
const depart = (on = true) =>
  web().call(
    'visit/set_on_the_way',
    { visit_id: visitId, on_the_way: on, send_notification: false },
    { token: technician },
  );
const finish = (status = 6, note: string | null = null) =>
  web().call('visit/finish', { visit_id: visitId, status, extra_comments: note }, { token: jefe });

/** To another day, keeping its technician. @returns the new visit */
async function reschedule(from: number, toDay = addDays(day, 5)): Promise<number> {
  const answer = await web().call(
    'visit/reschedule',
    {
      visit_id: from,
      new_date: toDay,
      new_timestripe: here.slotId,
      new_status: 40,
      reschedule_comments: 'pidió otro día',
      checked: [],
    },
    { token: jefe },
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.new_id;
}

describe('visit/external', () => {
  it('follows the visit from its promise to its end', async () => {
    const promise = {
      date_dispatch: formatDay(addDays(day, 1)),
      timestripe_friendly: 'Mañana (9 a 13 h)',
      ot_type_friendly: 'Reclamo técnico',
      subsidiary_friendly: 'Córdoba',
      rescheduled: false,
      running_late: null,
    };
    expect((await look(token)).body.data).toEqual({
      ...promise,
      order: expect.any(Object),
      status: 'Pendiente',
      on_the_way: false,
      delayed: false,
      finished: false,
      cancelled: false,
      tech_name: null,
      seen: expect.any(String),
      replies: expect.objectContaining({ offered: false }),
      question: 'off',
    });
    expect((await depart()).status).toBe(200);
    expect((await look(token)).body.data).toMatchObject({
      ...promise,
      status: 'En camino',
      on_the_way: true,
      tech_name: 'Tomás',
    });
    expect((await finish()).status).toBe(200);
    expect((await look(token)).body.data).toMatchObject({
      ...promise,
      status: 'Concluida',
      finished: true,
      tech_name: null,
    });
  });

  it('shows the order that the visit is for: its number, kind, symptom, date, operation and services', async () => {
    const order = {
      ot_number: here.orderNumber,
      ot_type: 1,
      ot_type_friendly: 'Reclamo técnico',
      symptom_text: 'Sin señal',
      date_created: '01/01/2020 09:00',
      subsidiary_friendly: 'Córdoba',
      services: [
        { service_qty: 1, service_name: 'Internet 100' },
        { service_qty: 2, service_name: 'Cable' },
      ],
    };
    expect((await look(token)).body.data.order).toEqual(order);
  });

  it('says nothing of the customer, of the technician’s family name, nor of why it was cancelled', async () => {
    await depart();
    expect((await finish(30, 'debe tres meses')).status).toBe(200);
    const { text, body } = await look(token);
    expect(body.data).toMatchObject({ status: 'Cancelada', cancelled: true });
    for (const secret of [
      'Gómez',
      '3515550101',
      'Belgrano',
      'Ñáñez',
      'Tomás',
      'deuda',
      'debe tres',
      'portón',
      'DNI',
      here.clientId,
    ])
      expect(text).not.toContain(secret);
  });

  it('of a visit that was rescheduled, twice, shows the newest one and says so', async () => {
    const second = await reschedule(visitId);
    const third = await reschedule(second, addDays(day, 9));
    expect((await look(token)).body.data).toMatchObject({
      date_dispatch: formatDay(addDays(day, 9)),
      status: 'Pendiente',
      rescheduled: true,
    });
    const own = await addLink(sql(), third);
    expect((await look(own)).body.data).toMatchObject({ rescheduled: false });
  });

  it('refuses unknown, cut, expired and revoked links alike', async () => {
    const expired = await addLink(sql(), visitId, { expiresAt: new Date(Date.now() - 1_000) });
    const revoked = await addLink(sql(), visitId, { revokedAt: new Date() });
    const answers = await Promise.all(
      [expired, revoked, token.slice(1), `${token}x`, 'x'.repeat(43), 'x', '', '../..', 'ñ'.repeat(43)].map(
        (wrong) => look(wrong),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([answers[0]!.status, answers[0]!.body.diagnostic]).toEqual([
      404,
      'El enlace no es válido o ya venció.',
    ]);
  });

  it('slows down a guesser, at every process, and no customer whose link is right', async () => {
    const guesser = fresh();
    const other = await another();
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) {
      const guess = keys.newLink().token;
      const from = i % 2 === 0 ? web() : other;
      const { status, headers, body } = await from.call(
        'visit/external',
        { token: guess },
        { headers: { 'x-forwarded-for': guesser } },
      );
      statuses.push(status);
      if (status !== 429) continue;
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body.diagnostic).toBe('Demasiados intentos, por favor pruebe dentro de unos minutos');
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual(Array(30).fill(429));
    expect((await look(token, guesser)).status).toBe(200);
    expect((await look('x'.repeat(43))).status).toBe(404);
    expect((await listen('x'.repeat(43), guesser)).status).toBe(429);
  });
});

type Frame = { event: string; data: Record<string, unknown> };

/**
 * The live channel as a browser's EventSource reads it. Not by `fetch`: after an abort that opens a connection
 * it asks nothing on, which a server that closes waits for.
 */
async function listen(as: string, address = fresh(), from = web()) {
  const asked = request(`${from.base}/visit/external/live/${as}`, {
    headers: { 'x-forwarded-for': address },
    agent: false,
  });
  asked.end();
  asked.on('error', () => {});
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const frames: Frame[] = [];
  const stream = {
    status: response.statusCode,
    headers: response.headers,
    frames,
    ended: false,
    stop: () => asked.destroy(),
  };
  let rest = '';
  response.setEncoding('utf8');
  response.on('error', () => {});
  response.on('close', () => {
    stream.ended = true;
  });
  response.on('data', (chunk: string) => {
    rest += chunk;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(rest.slice(0, end)) ?? [];
      if (event) frames.push({ event, data: JSON.parse(data!) });
      rest = rest.slice(end + 2);
    }
  });
  return stream;
}
const states = (frames: Frame[]) => frames.map(({ event, data }) => (event === 'visit' ? data.state : event));

describe('the live channel of a link', () => {
  it('begins with the visit as it is, then sends each change and nothing else', async () => {
    const stream = await listen(token);
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['cache-control']).toContain('no-store');
    await until(() => stream.frames.length === 1);
    await depart();
    await until(() => states(stream.frames).at(-1) === 'onTheWay');
    expect(stream.frames.at(-1)!.data).toEqual({
      state: 'onTheWay',
      day: addDays(day, 1),
      slotName: 'Mañana',
      fromHour: 9,
      toHour: 13,
      orderTypeName: 'Reclamo técnico',
      operationName: 'Córdoba',
      company: 'Córdoba',
      logo: '',
      telephone: null,
      address: expect.any(String),
      order: expect.objectContaining({ number: here.orderNumber, symptom: 'Sin señal' }),
      technician: 'Tomás',
      departs: true,
      moved: false,
      seen: expect.any(String),
      conversation: expect.objectContaining({ replies: false, question: 'off' }),
    });
    // A change that a customer sees nothing of, and one of another visit.
    const other = await addVisit(sql(), here, { technicianId: null, day });
    await web().call('visit/attach', { visit_id: other }, { token: technician });
    await finish();
    await until(() => states(stream.frames).at(-1) === 'finished');
    expect(states(stream.frames)).toEqual(['scheduled', 'onTheWay', 'finished']);
    stream.stop();
  });

  it('says which company comes, where, and whom to call; once it is over, not where', async () => {
    await sql()`update visits set client_address = 'Belgrano 123' where id = ${visitId}`;
    const set = { company: 'Cable del Sur', telephone: '(0351) 455-0101' };
    const body = { subsidiary_id: here.operation, ...set };
    expect((await web().call('conversations/edit', body, { token: jefe })).status).toBe(200);
    const stream = await listen(token);
    await until(() => stream.frames.length === 1);
    expect(stream.frames[0]!.data).toMatchObject({
      company: 'Cable del Sur',
      telephone: { shown: '(0351) 455-0101', tel: '+543514550101' },
      address: expect.stringMatching(/^Belgrano 123/),
    });
    await depart();
    await finish();
    await until(() => states(stream.frames).at(-1) === 'finished');
    expect(stream.frames.at(-1)!.data).toMatchObject({ company: 'Cable del Sur', address: '' });
    stream.stop();
    const refused = await web().call(
      'conversations/edit',
      { ...body, telephone: 'llamanos' },
      { token: jefe },
    );
    expect([refused.status, refused.body.diagnostic]).toEqual([
      422,
      expect.stringContaining('El teléfono no se puede marcar'),
    ]);
    await web().call('conversations/edit', { ...body, company: '', telephone: '' }, { token: jefe });
  });

  it('shows the company’s logo, of its file only the picture, until it is replaced', async () => {
    const edit = (logo: string) =>
      web().call('conversations/edit', { subsidiary_id: here.operation, logo }, { token: jefe });
    const drawn = (background: string) =>
      sharp({ create: { width: 900, height: 200, channels: 4, background } })
        .withExif({ IFD0: { Copyright: 'secreto' } })
        .png()
        .toBuffer();
    const urlOf = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
    expect((await edit(urlOf(await drawn('#126387')))).status).toBe(200);
    const stream = await listen(token);
    await until(() => stream.frames.length === 1);
    const { logo } = stream.frames[0]!.data as { logo: string };
    stream.stop();
    const bytes = Buffer.from((await findLogo(web().db, logo.replace('/logos/', '')))!);
    const kept = await sharp(bytes).metadata();
    expect([kept.width, kept.height]).toEqual([480, 107]);
    expect(bytes.includes('secreto')).toBe(false);

    const script = `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`;
    for (const wrong of ['x', '__proto__', script, urlOf(Buffer.from('no es un PNG'))]) {
      const { status, body } = await edit(wrong);
      expect([status, Object.keys(body.data.fields)], wrong).toEqual([422, ['logo']]);
    }
    await edit(urlOf(await drawn('#aa2200')));
    expect(await findLogo(web().db, logo.replace('/logos/', ''))).toBeUndefined();
    await edit('');
    expect(await sql()`select 1 from logos`).toHaveLength(0);
  });

  it('sends the new hours when the visit’s slot gets other ones', async () => {
    const stream = await listen(token);
    await until(() => stream.frames.length === 1);
    const edit = (body: object) =>
      web().call('timestripes/edit', { id: here.slotId, ...body }, { token: jefe });
    expect((await edit({ from: 10, to: 14 })).status).toBe(200);
    await until(() => stream.frames.length === 2);
    expect(stream.frames[1]!.data).toMatchObject({ state: 'scheduled', fromHour: 10, toHour: 14 });
    await edit({ from: 9, to: 13 });
    stream.stop();
  });

  it('sends at one process what is done at the other', async () => {
    const stream = await listen(token, fresh(), await another());
    await until(() => stream.frames.length === 1);
    await depart();
    await until(() => states(stream.frames).at(-1) === 'onTheWay');
    await depart(false);
    await until(() => states(stream.frames).at(-1) === 'scheduled');
    stream.stop();
  });

  it('goes with the visit to its new day', async () => {
    const stream = await listen(token);
    await until(() => stream.frames.length === 1);
    const next = await reschedule(visitId);
    await until(() => stream.frames.at(-1)!.data.moved === true);
    expect(stream.frames.at(-1)!.data).toMatchObject({ day: addDays(day, 5), state: 'scheduled' });
    visitId = next;
    await depart();
    await until(() => states(stream.frames).at(-1) === 'onTheWay');
    stream.stop();
  });

  it('closes within five seconds of the link being revoked, or expiring', async () => {
    const soon = await addLink(sql(), visitId, { expiresAt: new Date(Date.now() + 1_500) });
    const [revoked, expiring] = [await listen(token), await listen(soon)];
    await until(() => revoked.frames.length === 1 && expiring.frames.length === 1);
    await sql()`update visit_links set revoked_at = now() where visit_id = ${visitId} and expires_at > now() + interval '1 hour'`;
    await until(() => revoked.ended && expiring.ended, 5_000);
    expect(states(revoked.frames)).toEqual(['scheduled', 'gone']);
    expect(states(expiring.frames)).toEqual(['scheduled', 'gone']);
    expect((await listen(token)).status).toBe(404);
  });

  it('is closed to wrong links, and says so in Spanish', async () => {
    const wrong = await web().send('/visit/external/live/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', {
      headers: { 'x-forwarded-for': fresh() },
    });
    expect([wrong.status, wrong.text]).toEqual([404, 'El enlace no es válido o ya venció.']);
  });

  it('takes so many of one link and no more, and frees the place of who leaves', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => listen(token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(4);
    for (const one of all) one.stop();
    const places = async () => {
      const one = await listen(token);
      if (one.status === 200) one.stop();
      return one.status === 200;
    };
    await until(places);
  });

  it('takes so many of one address and no more', async () => {
    const address = fresh();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => addLink(sql(), visitId)));
    const all = await Promise.all(
      tokens.flatMap((one) => Array.from({ length: 7 }, () => listen(one, address))),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(60);
    expect((await listen(token)).status).toBe(200);
    for (const one of all) one.stop();
  });

  it('does not keep its server from closing', async () => {
    const other = await openWebServer(url());
    const stream = await listen(token, fresh(), other);
    await until(() => stream.frames.length === 1);
    await other.close();
    await until(() => stream.ended);
  });
});

describe('the link in a message', () => {
  /** A message to the customer, as a worker has just sent it. */
  async function addNotice(channel: string) {
    const notice = {
      key: `aviso-${visitId}`,
      visitId,
      operation: here.operation,
      audience: 'customer',
      template: 'visit-created',
      state: 'pending',
      data: {},
    };
    const [row] = await sql()<{ id: number }[]>`insert into notices ${sql()(notice as never)} returning id`;
    const text = `Mirá los detalles: http://localhost:3000/visit/external/view/${token}\nOrden 1`;
    await beginNotice(web().db, row!.id, { channel, recipient: 'x', subject: 'x', text });
    return row!.id;
  }
  const texts = async (as: string) =>
    (await web().call('visit/notices', { visit_id: visitId }, { token: as })).body.data.map(
      ({ text }: { text: string }) => text,
    );

  it('is not kept: neither the record nor a backup of it holds what opens the customer’s page', async () => {
    const id = await addNotice('whatsapp');
    const [row] = await sql()`select text from notices where id = ${id}`;
    expect(row!.text).toBe('Mirá los detalles: …/visit/external/view/…\nOrden 1');
  });

  it('is hidden; in the development mailbox shown to those who may cancel the visit anyway', async () => {
    const sac = await openSession(
      sql(),
      await addUser(sql(), here.operation, {}, ['can_query_order', 'can_query_client']),
    );
    await addNotice('whatsapp');
    const hidden = 'Mirá los detalles: …/visit/external/view/…\nOrden 1';
    expect([await texts(sac), await texts(jefe)]).toEqual([[hidden], [hidden]]);
    await sql()`update notices set channel = 'mailbox' where visit_id = ${visitId}`;
    expect(await texts(sac)).toEqual([hidden]);
    expect((await web().call('mailbox', {}, { token: sac })).text).not.toContain(token);
    expect((await texts(jefe))[0]).toContain(`http://localhost:3000/visit/external/view/${token}`);
  });

  it('that an older version kept in clear is hidden as well', async () => {
    const id = await addNotice('email');
    await sql()`update notices set text = ${`x https://agenda.example/visit/external/view/${token} y`} where id = ${id}`;
    expect(await texts(jefe)).toEqual(['x …/visit/external/view/… y']);
  });

  it('that a creation answers is kept under its key for who asks again, and only sealed', async () => {
    const number = await addOrder(sql(), here.clientId);
    const body = {
      ot_type: 1,
      ot_number: number,
      possibleDate: addDays(day, 2),
      timestripe: here.slotId,
      checked: ['public_link'],
    };
    const create = () => web().call('visit/create', body, { token: jefe, key: `crear-${number}` });
    const [first, again] = [await create(), await create()];
    expect(first.body.data.public_link).toMatch(/\/visit\/external\/view\/[\w-]{43}$/);
    expect(again.body).toEqual(first.body);
    const [kept] = await sql()`select answer::text from idempotency_keys where key = ${`crear-${number}`}`;
    expect(kept!.answer).not.toContain('/visit/external/view/');
  });
});

it('an event keeps from which address the customer answered, in the record only', async () => {
  await sql()`insert into conversations (operation, replies) values (${here.operation}, true) on conflict (operation) do update set replies = true`;
  const seen = (await look(token)).body.data.seen;
  const answer = await web().call(
    'visit/external/confirm',
    { token, seen },
    { token: null, headers: { 'x-forwarded-for': '203.0.113.77' } },
  );
  expect(answer.status, answer.text).toBe(200);
  const [event] =
    await sql()`select data from events where visit_id = ${visitId} and name = 'visit.confirmed'`;
  expect(event!.data).toEqual({ by: 'customer', address: '203.0.113.77' });
  const timeline = await web().call('report/segment', { visit_id: visitId }, { token: jefe });
  expect(timeline.text).not.toContain('203.0.113.77');
});
