import { readFile } from 'node:fs/promises';
import type { Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { until } from '../support/until.ts';
import type { Fault } from './fault.ts';
import { answers } from './killed-processes.ts';
import type { Stage } from './stage.ts';
import { by, pause } from './timing.ts';

/** F12, F13, F28: sockets that lose the server, that stop reading, that lose their right. */

/** A board as small as it can be: the version that it has reached without a gap. */
type Small = { socket: Socket; operation: string; version: number; gaps: number };

async function openSmall(stage: Stage, web: number, operation: string): Promise<Small> {
  const socket = stage.socket(web, stage.people.dispatcher);
  const board: Small = { socket, operation, version: 0, gaps: 0 };
  const watch = async () => {
    try {
      const known = board.version > 0 ? { version: board.version } : {};
      const { version } = await socket.emitWithAck('watch', { operation, ...known });
      board.version = Math.max(board.version, version);
    } catch {} // cut off in between: asked again when it is back
  };
  socket.on('changes', (changes: { operation: string; after: number; to: number }) => {
    if (changes.operation !== operation || changes.to <= board.version) return;
    if (changes.after > board.version) {
      board.gaps++;
      return void watch();
    }
    board.version = changes.to;
  });
  socket.on('reload', ({ version }: { version: number }) => {
    board.version = version;
  });
  const [row] = await stage.db.sql<
    { version: number }[]
  >`select version from operations where code = ${operation}`;
  board.version = row!.version;
  await until(() => socket.connected, 30_000);
  await watch();
  socket.on('connect', () => void watch());
  return board;
}

export const lostSockets: Fault = {
  title: 'sockets lose the server and come back',
  async run(stage, load) {
    const size = by(stage.size, 200, 600, 2_000);
    const boards: Small[] = [];
    for (let from = 0; from < size; from += 50)
      boards.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, (_, i) =>
            openSmall(stage, (from + i) % 2, stage.people.places[Math.floor((from + i) / 2) % 2]!.code),
          ),
        )),
      );
    await answers(load, 30);
    for (const web of stage.webs) web.kill('SIGKILL');
    await until(() => boards.every(({ socket }) => !socket.connected), 20_000);
    // From the moment that there is a server again.
    await stage.notReady(30_000);
    const back = Date.now();
    const right = async () => {
      const rows = await stage.db.sql<
        { code: string; version: number }[]
      >`select code, version from operations`;
      const versions = new Map(rows.map(({ code, version }) => [code, version]));
      return boards.filter(
        (board) => board.socket.connected && board.version >= versions.get(board.operation)! - 12,
      );
    };
    let late = boards.length;
    while (late > 0 && Date.now() - back < 60_000) {
      late = boards.length - (await right()).length;
      await pause(100);
    }
    const took = Date.now() - back;
    await load.finish();
    await pause(1_000);
    const rows = await stage.db.sql<
      { code: string; version: number }[]
    >`select code, version from operations`;
    const behind = boards.filter(
      (one) => one.version < rows.find(({ code }) => code === one.operation)!.version - 12,
    );
    for (const { socket } of boards) socket.close();
    return {
      figures: `${size} sockets, all right ${took} ms after the servers were back`,
      problems: [
        ...(late > 0 || took > 15_000 ? [`${late} boards not right after ${took} ms`] : []),
        ...(behind.length > 0 ? [`${behind.length} boards behind at the end`] : []),
      ],
    };
  },
};

export const stalledClients: Fault = {
  title: '20 clients that stop reading',
  async run(stage, load) {
    const place = stage.people.places[0]!;
    const stalled = await Promise.all(
      Array.from({ length: 20 }, () => openStalled(stage.addresses[0]!, stage.people.dispatcher, place.code)),
    );
    const began = Date.now();
    const memory = stage.webs[0]!.usage().memory;
    for (const one of stalled) one.stopReading();
    const port = Number(new URL(stage.addresses[0]!).port);
    const open = async () => {
      const established = await establishedAt(port);
      return stalled.filter((one) => established.has(one.port)).length;
    };
    let left = await open();
    const held = left;
    while (left > 0 && Date.now() - began < 30_000) {
      await pause(200);
      left = await open();
    }
    const took = Date.now() - began;
    const grown = Math.round(stage.webs[0]!.usage().memory - memory);
    await load.finish();
    for (const one of stalled) one.end();
    return {
      figures: `${held} held, cut after ${took} ms, memory ${grown >= 0 ? '+' : ''}${grown} MB`,
      problems: [
        ...(left > 0 || took > 15_000 ? [`${left} not cut after ${took} ms`] : []),
        ...(held !== 20 ? [`only ${held} were connected`] : []),
        ...(grown > 200 ? [`memory grew by ${grown} MB`] : []),
      ],
    };
  },
};

/** engine.io 4 and socket.io 5 by hand, over a connection that can stop reading. */
function openStalled(address: string, token: string, operation: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const raw = () => (socket as unknown as { _socket: import('node:net').Socket })._socket;
  return new Promise<{ stopReading(): void; port: number; end(): void }>((done, fail) => {
    socket.once('error', fail);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text[0] === '0') return socket.send(`40${JSON.stringify({ token })}`);
      if (text[0] === '2') return socket.send('3');
      if (text.startsWith('40')) return socket.send(`420${JSON.stringify(['watch', { operation }])}`);
      if (!text.startsWith('43')) return;
      const { localPort } = raw();
      done({
        stopReading: () => void raw().pause(),
        // A client that does not read does not see the end either: the server's own end of the connection is asked for.
        port: localPort!,
        end: () => socket.terminate(),
      });
    });
  });
}

/** The clients' ports of the connections whose end at this server's port is still open, as the kernel says. */
async function establishedAt(server: number): Promise<Set<number>> {
  const clients = new Set<number>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const line of text.split('\n').slice(1)) {
      const [, local, remote, state] = line.trim().split(/\s+/);
      if (state === '01' && portOf(local) === server) clients.add(portOf(remote));
    }
  }
  return clients;
}

const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16);

/** How long after the commit a session may still be used (docs/decisions/known-sessions.md). */
const mostServedMs = 150;

export const lostRight: Fault = {
  title: 'a session revoked, an operation withdrawn, boards open',
  async run(stage, load) {
    const place = stage.people.places[0]!;
    const { sql } = stage.db;
    const problems: string[] = [];
    const figures: string[] = [];
    const spare = place.technicians.slice(-4);
    for (const [i, what] of (['session', 'operation', 'session', 'operation'] as const).entries()) {
      const { token, userId } = spare[i]!;
      const socket = stage.socket(i % 2, token);
      await until(() => socket.connected, 10_000);
      const watched = await socket.emitWithAck('watch', { operation: place.code });
      if (watched.refused) problems.push(`${what}: could not watch before`);
      let out = false;
      socket.on('left', () => {
        out = true;
      });
      socket.on('disconnect', () => {
        out = true;
      });
      const began = Date.now();
      if (what === 'session') await sql`delete from sessions where user_id = ${userId}`;
      else await sql`delete from user_operations where user_id = ${userId}`;
      const committed = performance.now();
      const wanted = what === 'session' ? 401 : 403;
      let servedMs = 0;
      for (;;) {
        const sentMs = Math.round(performance.now() - committed);
        const asked = await stage.journal.once(
          stage.addresses[i % 2]!,
          'visits',
          { subsidiary: place.code },
          { token },
        );
        if (asked.status === wanted) break;
        servedMs = sentMs;
        if (asked.status === 200 && sentMs < mostServedMs) continue;
        problems.push(`${what}: a call ${sentMs} ms after the commit answered ${asked.status}`);
        break;
      }
      while (!out && Date.now() - began < 10_000) await pause(20);
      const took = Date.now() - began;
      figures.push(`${what} ${took} ms, last call served after ${servedMs} ms`);
      if (!out || took > 5_000) problems.push(`${what}: in the room for ${took} ms`);
      let received = 0;
      socket.on('changes', () => received++);
      await answers(load, 15);
      if (received > 0) problems.push(`${what}: received ${received} changes afterwards`);
      socket.close();
    }
    return { figures: figures.join(', '), problems };
  },
};
