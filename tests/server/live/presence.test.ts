import type { Socket } from 'socket.io-client';
import { beforeAll, expect, it } from 'vitest';
import { connected, openSession, type WebServer, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Who else looks at the same visit or order (ux.md U10): within a second, and removed within 15 s of leaving.

const { web, sql, another } = webServer();
let here: World;
let thing: string;
beforeAll(async () => {
  here = await makeWorld(sql());
  thing = `visit.${here.visitId}`;
});

type Tab = { socket: Socket; sees(what?: string): string[]; stop(): void };

/** A tab of a user of this first name that looks at a thing, and says so again as the screens do. */
async function tabOf(firstName: string, from: WebServer = web(), what = thing, as?: World): Promise<Tab> {
  const userId = await addUser(sql(), (as ?? here).operation, { firstName, lastName: 'Paz' });
  const socket = from.socket(await openSession(sql(), userId));
  const seen = new Map<string, string[]>();
  socket.on('viewers', (about: { thing: string; people: { name: string }[] }) =>
    seen.set(
      about.thing,
      about.people.map(({ name }) => name),
    ),
  );
  expect(await connected(socket)).toBe('connected');
  socket.emit('look', { thing: what });
  const again = setInterval(() => socket.connected && socket.emit('look', { thing: what }), 1_000);
  return {
    socket,
    sees: (other = what) => seen.get(other) ?? [],
    stop: () => {
      clearInterval(again);
    },
  };
}
const leave = (...tabs: Tab[]) => {
  for (const tab of tabs) {
    tab.stop();
    tab.socket.close();
  }
};

it('two who look at the same visit see each other, also over two web processes, and not elsewhere', async () => {
  const ana = await tabOf('Ana');
  const luis = await tabOf('Luis', await another());
  const order = await tabOf('Eva', web(), `order.${here.orderNumber}`);
  await until(() => ana.sees().join() === 'Ana Paz,Luis Paz');
  await until(() => luis.sees().join() === 'Ana Paz,Luis Paz');
  expect(order.sees()).toEqual(['Eva Paz']);
  expect(ana.sees(`order.${here.orderNumber}`)).toEqual([]);
  leave(ana, luis, order);
});

it('a viewer who looks elsewhere, closes the tab, or loses the network is removed within 15 s', async () => {
  const ana = await tabOf('Ana');
  const elsewhere = await tabOf('Luis');
  const closed = await tabOf('Eva');
  const silent = await tabOf('Ivo', await another());
  await until(() => ana.sees().length === 4);
  elsewhere.stop();
  elsewhere.socket.emit('unlook', { thing });
  await until(() => !ana.sees().includes('Luis Paz'), 3_000);
  leave(closed);
  await until(() => !ana.sees().includes('Eva Paz'), 3_000);
  // Nothing is sent any more, and the connection still looks open.
  silent.stop();
  await until(() => ana.sees().join() === 'Ana Paz', 15_000);
  leave(ana, elsewhere, silent);
}, 40_000);

it('no user looks into another operation, or at what is no visit', async () => {
  const foreign = await makeWorld(sql());
  const stranger = await tabOf('Otto', web(), thing, foreign);
  for (const wrong of [`order.${here.orderNumber}`, 'visit.0', 'visit.99999999999', 'visit.x', 7, null])
    stranger.socket.emit('look', { thing: wrong });
  const ana = await tabOf('Ana');
  await until(() => ana.sees().length > 0);
  // Answered once all that was sent before is done; then another comes, and only that one is seen.
  await stranger.socket.emitWithAck('watch', { operation: foreign.operation });
  const luis = await tabOf('Luis');
  await until(() => ana.sees().length > 1);
  expect(ana.sees()).toEqual(['Ana Paz', 'Luis Paz']);
  expect(stranger.sees()).toEqual([]);
  expect(stranger.sees(`order.${here.orderNumber}`)).toEqual([]);
  leave(ana, luis, stranger);
});

it('a user whose operation was withdrawn is not sent who looks at its visits, and is seen by none', async () => {
  const other = await makeWorld(sql());
  const userId = await addUser(sql(), here.operation, { firstName: 'Iris', lastName: 'Paz' });
  await sql()`insert into user_operations (user_id, operation) values (${userId}, ${other.operation})`;
  const socket = web().socket(await openSession(sql(), userId));
  const received: string[] = [];
  socket.on('viewers', ({ people }: { people: { name: string }[] }) =>
    received.push(people.map(({ name }) => name).join()),
  );
  let left = false;
  socket.on('left', () => {
    left = true;
  });
  expect(await connected(socket)).toBe('connected');
  await socket.timeout(5_000).emitWithAck('watch', { operation: here.operation });
  const look = () => socket.emit('look', { thing });
  look();
  await until(() => received.length > 0);
  const repeated = setInterval(look, 500);
  await sql()`delete from user_operations where user_id = ${userId} and operation = ${here.operation}`;
  await until(() => left, 6_000);
  const before = received.length;
  const ana = await tabOf('Ana');
  await until(() => ana.sees().join() === 'Ana Paz', 10_000);
  await new Promise((wait) => setTimeout(wait, 2_500));
  clearInterval(repeated);
  expect(received.slice(before)).toEqual([]);
  socket.close();
  leave(ana);
}, 40_000);
