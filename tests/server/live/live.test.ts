import type { Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Changes, catchUpLimit } from '../../../db/feed/changes.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { limit } from '../../gate/limits.mjs';
import { connected, openSession, type WebServer, webServer } from '../../support/processes/web-server.ts';
import { type Board, isEqualToRecord, openBoard } from '../../support/record/board.ts';
import { addUser, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Live updates over real sockets (contract §5; faults.md F25, F28, 'Sockets').

const { web, sql, another } = webServer();
let here: World;
let token: string;

beforeAll(async () => {
  here = await makeWorld(sql());
  token = await openSession(sql(), here.userId);
});

async function open(from: WebServer = web(), as = token): Promise<Socket> {
  const socket = from.socket(as);
  expect(await connected(socket)).toBe('connected');
  return socket;
}
const boardAt = async (from: WebServer, operation = here.operation): Promise<Board> =>
  openBoard(from.db, await open(from), operation);

const boardOf = async (operation: string, as: string): Promise<Board> =>
  openBoard(web().db, await open(web(), as), operation);

/** On the way and back: two changes. */
async function change(from: WebServer, times: number, place = here, as = token) {
  for (let i = 0; i < times; i++) {
    const body = { visit_id: place.visitId, on_the_way: i % 2 === 0, send_notification: false };
    const answer = await from.call('visit/set_on_the_way', body, {
      token: as,
      key: `change-${i}-${Math.random()}`,
    });
    expect(answer.status, answer.text).toBe(200);
  }
}

/** Changes of other versions than the next: none, whatever the order of arrival. */
function gaps(board: Board, from: number): string[] {
  let at = from;
  const wrong: string[] = [];
  for (const { after, to, events } of board.received) {
    if (after > at) wrong.push(`had ${at}, got ${after} to ${to}`);
    if (
      events.map(({ version }) => version).join() !==
      Array.from({ length: to - after }, (_, i) => after + i + 1).join()
    )
      wrong.push(`${after} to ${to} carries ${events.map(({ version }) => version)}`);
    at = Math.max(at, to);
  }
  return wrong;
}

describe('a socket', () => {
  it('is refused without a session, with garbage and with one that is over', async () => {
    const over = await openSession(sql(), here.userId, { expiresAt: new Date(Date.now() - 1_000) });
    for (const wrong of [null, '', 'x', 'x'.repeat(43), over])
      expect(await connected(web().socket(wrong))).toBe('no-session');
    expect(await connected(web().socket(token))).toBe('connected');
  });

  it('of a browser needs its cookie and our own Origin', async () => {
    const cookie = `agenda=${await openSession(sql(), here.userId, { kind: 'browser' })}`;
    expect(await connected(web().socket(null, { cookie, origin: web().base }))).toBe('connected');
    expect(await connected(web().socket(null, { cookie, origin: 'https://evil.example' }))).not.toBe(
      'connected',
    );
    expect(await connected(web().socket(null, { cookie, origin: 'null' }))).not.toBe('connected');
    // Our own name by another scheme, unless a proxy says that it is the one of the connection.
    const origin = web().base.replace('http:', 'https:');
    expect(await connected(web().socket(null, { cookie, origin }))).not.toBe('connected');
    const proxied = { cookie, origin, 'x-forwarded-proto': 'https' };
    expect(await connected(web().socket(null, proxied))).toBe('connected');
  });

  it('joins the rooms of its operations only, however it asks', async () => {
    const foreign = await makeWorld(sql());
    const stranger = await openSession(sql(), foreign.userId);
    const socket = await open();
    const received: unknown[] = [];
    socket.onAny((name, about) => received.push([name, about]));
    const { operation } = foreign;
    for (const about of [
      { operation, version: 0 },
      { operation },
      { operation: [operation] },
      { operation: `operation.${operation}` },
      { operation: `${operation} ` },
      { operation: here.operation, room: operation, version: 'x' },
      operation,
      null,
      [],
      { operation: '__proto__' },
      { operation: here.operation, version: -1 },
      { operation: here.operation, version: 1.5 },
      { operation: here.operation, version: 2 ** 60 },
    ])
      expect(await socket.emitWithAck('watch', about), JSON.stringify(about)).toEqual({ refused: true });
    for (const name of ['join', 'subscribe', 'room', 'changes']) socket.emit(name, `operation.${operation}`);
    await change(web(), 2, foreign, stranger);
    expect(await socket.emitWithAck('watch', { operation: here.operation, version: 0 })).toHaveProperty(
      'version',
    );
    expect(received.filter((one) => JSON.stringify(one).includes(`"${operation}"`))).toEqual([]);
  });
});

describe('a board', () => {
  it('at one process gets what is done at the other, in order, without a gap, with the key of the command', async () => {
    const other = await another();
    const board = await boardAt(other);
    const from = board.version;
    await change(web(), 9);
    const body = { visit_id: here.visitId, on_the_way: false };
    await web().call('visit/set_on_the_way', body, { token, key: 'la-clave' });
    await until(() => board.version === from + 10);
    expect(gaps(board, from)).toEqual([]);
    const events = board.received.flatMap((changes) => changes.events);
    expect(events.at(-1)).toMatchObject({
      key: 'la-clave',
      visitId: here.visitId,
      name: 'visit.off_the_way',
    });
    expect(await isEqualToRecord(other.db, board, here.operation)).toBe(true);
  });

  it('of an operation in which nothing ever happened gets the first change', async () => {
    const place = await makeWorld(sql());
    const as = await openSession(sql(), place.userId);
    // It starts with an operation of version 0, and a board is open before the feed's next poll.
    const fresh = await another();
    const board = await openBoard(fresh.db, await open(fresh, as), place.operation);
    expect(board.version).toBe(0);
    await change(web(), 3, place, as);
    await until(() => board.version === 3);
    expect(gaps(board, 0)).toEqual([]);
  });

  it('gets slots, zones and priorities as they are now, in the order of their changes', async () => {
    const place = await makeWorld(sql());
    const { operation } = place;
    const as = await openSession(sql(), await addUser(sql(), operation, {}, everyPermission));
    const [node] = await sql()`insert into nodes (operation, name) values (${operation}, 'N') returning id`;
    const [symptom] = await sql()`insert into symptoms (text) values ('Sin señal') returning id`;
    const other = await another();
    const board = await openBoard(other.db, await open(other, as), operation);
    const act = async (path: string, body: object) => {
      const answer = await web().call(path, body, { token: as });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    };
    const slot = await act('timestripes/edit', { id: null, subsidiary_id: operation });
    await act('timestripes/edit', { id: slot.id, enabled: false, name: 'Apagada' });
    const form = { name: 'Norte', subsidiary_id: operation, selected_nodes: [node!.id] };
    const zone = await act('zones/edit', form);
    await act('priorities/edit', { subsidiary_id: operation, symptom_id: symptom!.id, priority: 9 });
    await act('zones/delete', { id: zone.id });
    await act('timestripes/delete', { timestripe_id: slot.id });
    await until(() => board.version === 6);
    expect(gaps(board, 0)).toEqual([]);
    const last = <Part>(parts: (Part | undefined)[]) => parts.filter((part) => part !== undefined).at(-1);
    expect(last(board.received.map(({ timestripes }) => timestripes))).toMatchObject([
      { id: place.slotId, enabled: true },
      { id: slot.id, enabled: false, name: 'Apagada' },
    ]);
    expect(last(board.received.map(({ zones }) => zones))).toEqual([]);
    expect(board.received.some(({ priorities }) => priorities)).toBe(true);
  });

  it('gets a change within half a second at the median, long before the poll', async () => {
    const other = await another();
    const board = await boardAt(other);
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      const target = board.version + 1;
      const began = performance.now();
      await change(web(), 1, { ...here, visitId: await freshVisit() });
      await until(() => board.version >= target);
      waits.push(performance.now() - began);
      await sql()`update visits set on_the_way = false where on_the_way`;
    }
    expect(waits.sort((a, b) => a - b)[5]).toBeLessThan(limit(500));
  });

  it.each([1, 7, 300])(
    'that missed %i changes is caught up by asking for what came after its version',
    async (missed) => {
      const place = await makeWorld(sql());
      const as = await openSession(sql(), place.userId);
      const socket = await open(web(), as);
      const board = await openBoard(web().db, socket, place.operation);
      socket.disconnect();
      const from = board.version;
      await change(web(), missed, place, as);
      expect(board.version).toBe(from);
      expect(await connected(socket)).toBe('connected');
      await until(() => board.version === from + missed);
      expect(gaps(board, from)).toEqual([]);
      expect(board.reloads).toBe(0);
      expect(await isEqualToRecord(web().db, board, place.operation)).toBe(true);
    },
  );

  it('that comes back in the middle of changes is caught up first, and gets what follows in order', async () => {
    const place = await makeWorld(sql());
    const as = await openSession(sql(), place.userId);
    const boards: { board: Board; from: number }[] = [];
    const changing = change(web(), 200, place, as);
    for (let i = 0; i < 12; i++) {
      const socket = await open(web(), as);
      const board = await openBoard(web().db, socket, place.operation);
      socket.disconnect();
      await new Promise((next) => setTimeout(next, 30));
      const from = board.version;
      board.received.length = 0;
      boards.push({ board, from });
      socket.connect();
    }
    await changing;
    for (const { board } of boards) await until(() => board.version === 200);
    for (const { board, from } of boards) expect(gaps(board, from)).toEqual([]);
  });

  it(`that missed more than ${catchUpLimit} is asked to load again`, async () => {
    const place = await makeWorld(sql());
    const as = await openSession(sql(), place.userId);
    const { operation, visitId } = place;
    await sql()`insert into events (operation, version, name, visit_id)
      select ${operation}, n, 'visit.noted', ${visitId} from generate_series(1, ${catchUpLimit + 1}) n`;
    await sql()`update operations set version = ${catchUpLimit + 1} where code = ${operation}`;
    const socket = await open(web(), as);
    const reloaded = new Promise((resolve) => socket.once('reload', resolve));
    await until(async () => {
      const watched = await socket.emitWithAck('watch', { operation, version: 0 });
      return watched.version === catchUpLimit + 1;
    });
    expect(await reloaded).toMatchObject({ operation });
    const near = await socket.emitWithAck('watch', { operation, version: 1 });
    expect(near).toMatchObject({ version: catchUpLimit + 1 });
  });

  it('sends a board that comes back no event twice, when the record is ahead of what it had', async () => {
    const place = await makeWorld(sql());
    const as = await openSession(sql(), place.userId);
    const { operation, visitId } = place;
    const stays = await boardOf(operation, as);
    // Written without a notification: the poll finds it within a second, a board that comes back at once.
    const write = (from: number, to: number) =>
      sql().begin(async (tx) => {
        await tx`insert into events (operation, version, name, visit_id)
          select ${operation}, n, 'visit.noted', ${visitId} from generate_series(${from}::int, ${to}::int) n`;
        await tx`update operations set version = ${to} where code = ${operation}`;
      });
    const versionsOf = (board: Board) =>
      board.received.flatMap(({ events }) => events.map(({ version }) => version));
    for (let at = 0; at < 30; at += 10) {
      await write(at + 1, at + 4);
      const socket = await open(web(), as);
      const received: number[] = [];
      socket.on('changes', (changes: Changes) =>
        received.push(...changes.events.map(({ version }) => version)),
      );
      await socket.emitWithAck('watch', { operation, version: at });
      await write(at + 5, at + 10);
      await until(() => stays.version === at + 10 && received.at(-1) === at + 10);
      expect(received).toEqual(Array.from({ length: 10 }, (_, n) => at + n + 1));
      socket.disconnect();
    }
    expect(versionsOf(stays)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  it('names the columns of the visits in its changes', async () => {
    const socket = await open();
    const watched = await socket.emitWithAck('watch', { operation: here.operation });
    const { visits } = watched.columns as { visits: string[] };
    const news = new Promise<Changes>((resolve) => socket.once('changes', resolve));
    await change(web(), 2);
    const [row] = (await news).visits;
    const visit = Object.fromEntries(visits.map((column, at) => [column, row![at]]));
    expect(visits).toHaveLength(row!.length);
    expect(visit).toMatchObject({
      id: here.visitId,
      onTheWay: expect.any(Number),
      orderNumber: here.orderNumber,
    });
  });
});

describe('a user who loses the right (F28)', () => {
  it('to the session by being idle for 12 hours is cut too', async () => {
    const as = await openSession(sql(), here.userId);
    const socket = await open(web(), as);
    await sql()`update sessions set last_seen_at = now() - interval '13 hours' where token_hash = sha256(${as}::bytea)`;
    await until(() => !socket.connected, 5_000);
  });
});

describe('a socket that means harm', () => {
  it('with events of 2 MB is cut, and the boards of others go on', async () => {
    const board = await boardAt(web());
    const bad = await open();
    bad.io.reconnection(false);
    bad.emit('watch', { operation: here.operation, version: 0, more: 'x'.repeat(2_097_152) });
    await until(() => !bad.connected);
    const from = board.version;
    await change(web(), 2, { ...here, visitId: await freshVisit() });
    await until(() => board.version === from + 2);
  });

  it('with 1,000 events a second does not slow the others down', async () => {
    const board = await boardAt(web());
    const bad = await open();
    bad.io.reconnection(false);
    const flood = setInterval(() => {
      for (let i = 0; i < 50; i++) bad.emit('watch', { operation: here.operation, version: 0 }, () => {});
      for (let i = 0; i < 5; i++) bad.emit('rubbish', i);
    }, 50);
    try {
      const place = { ...here, visitId: await freshVisit() };
      for (let i = 0; i < 20; i++) {
        const target = board.version + 2;
        await change(web(), 2, place);
        await until(() => board.version >= target, 5_000);
        await new Promise((next) => setTimeout(next, 50));
      }
      expect(bad.connected, 'the flooding socket is cut').toBe(false);
    } finally {
      clearInterval(flood);
    }
    expect(await isEqualToRecord(web().db, board, here.operation)).toBe(true);
  });

  it('with packets that are no events ends its own connection at most', async () => {
    const bad = await open();
    bad.io.reconnection(false);
    const raw = (bad.io.engine as unknown as { write(text: string): void }).write.bind(bad.io.engine);
    for (const packet of [
      '2["watch"]',
      '2["watch",null]',
      '21["watch"]',
      '2[{"watch":1}]',
      '0{"token":null}',
      '2',
      '9',
    ])
      raw(packet);
    expect((await web().call('user/permissions', {}, { token })).status).toBe(200);
    expect(await connected(web().socket(token))).toBe('connected');
    expect(web().log.filter((line) => line.includes('unhandled'))).toEqual([]);
  });
});

/** A visit of the technician's, who is on the way for none. */
async function freshVisit(): Promise<number> {
  await sql()`update visits set on_the_way = false where technician_id = ${here.technicianId} and on_the_way`;
  return addVisit(sql(), here);
}
