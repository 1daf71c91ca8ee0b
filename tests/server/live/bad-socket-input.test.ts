import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { inheritedNames } from '../../support/processes/secrets.ts';
import { connected, openSession, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';
import { countChanges } from '../../support/record/record-hash.ts';
import { until } from '../../support/until.ts';

// What a socket must refuse (faults.md): 2,000 wrong values for each event that a board may send, of its own kind and of
// any. None joins a foreign room, changes the record, leaves a trace in the log, or ends anything but its own connection.

const cases = Number(process.env.BAD_INPUT_CASES ?? 2_000);
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_301);
/** A socket, and a user, may ask so much at once (server/live/); then another user's socket asks. */
const perSocket = 150;

const { web, sql } = webServer();
let here: World;
let elsewhere: World;

beforeAll(async () => {
  [here, elsewhere] = [await makeWorld(sql()), await makeWorld(sql())];
});

const anything = () => fc.anything({ withNullPrototype: true, withDate: true, withSparseArray: true });

/** Values that are nearly right, of ours and of others, and anything at all. */
function valuesFor(event: string): fc.Arbitrary<unknown> {
  const wrong = ['000', '1', 'operation.101', '١٠١', ...inheritedNames];
  const operation = fc.constantFrom(here.operation, elsewhere.operation, ...wrong);
  const version = fc.oneof(
    fc.constantFrom(null, -1, 0, 1, 1.5, 2 ** 53, '1', Number.MAX_SAFE_INTEGER),
    fc.integer(),
  );
  const thing = fc.constantFrom(
    `visit.${here.visitId}`,
    `visit.${elsewhere.visitId}`,
    'visit.9999999999',
    'visit.0',
    `order.${here.orderNumber}`,
    `order.${elsewhere.orderNumber}`,
    'order.99999999999',
    'visit.1;drop table visits',
    addDays(today(new Date()), 0),
    ...inheritedNames,
  );
  const run = fc.oneof(fc.uuid(), fc.string());
  const right: Record<string, fc.Arbitrary<unknown>> = {
    watch: fc.record({ operation, version }, { requiredKeys: [] }),
    attend: fc.record(
      { versions: fc.dictionary(operation as never, version as never) },
      { requiredKeys: [] },
    ),
    unattend: fc.record({ operation }, { requiredKeys: [] }),
    unwatch: fc.record({ operation }, { requiredKeys: [] }),
    look: fc.record({ thing }, { requiredKeys: [] }),
    unlook: fc.record({ thing }, { requiredKeys: [] }),
    report: fc.record({ run }, { requiredKeys: [] }),
    unreport: fc.record({ run }, { requiredKeys: [] }),
  };
  if (!Object.hasOwn(right, event)) return anything();
  return fc.oneof({ weight: 3, arbitrary: right[event]! }, anything());
}

/** As far as it can be sent at all. */
function sendable(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

async function openedBy(session: string): Promise<Socket> {
  const socket = web().socket(session);
  expect(await connected(socket)).toBe('connected');
  return socket;
}

const events = ['watch', 'unwatch', 'attend', 'unattend', 'look', 'unlook', 'report', 'unreport'];
it.each([...events, 'changes', 'constructor', '__proto__', 'nothing of ours'])(
  `'%s' with ${cases} wrong values does no harm`,
  { timeout: 30_000 + cases * 20 },
  async (event) => {
    const askers: string[] = [];
    for (let at = 0; at < cases; at += perSocket)
      askers.push(await openSession(sql(), await addUser(sql(), here.operation)));
    // The looking itself is kept while a user looks, and forgotten some time after.
    const changes = await countChanges(sql(), ['viewers']);
    const before = await changes();
    const received: unknown[] = [];
    const values = fc.sample(valuesFor(event), { numRuns: cases, seed }).filter(sendable);
    for (let at = 0; at < values.length; at += perSocket) {
      const socket = await openedBy(askers.pop()!);
      socket.onAny((name, about) => received.push([name, about]));
      const answers: Promise<unknown>[] = [];
      for (const value of values.slice(at, at + perSocket)) {
        if (event === 'watch')
          answers.push(
            socket
              .timeout(10_000)
              .emitWithAck(event, value)
              .catch(() => 'unanswered'),
          );
        else socket.emit(event, value);
      }
      for (const answer of await Promise.all(answers))
        expect([typeof answer, Object.keys(answer as object).join()]).toEqual([
          'object',
          expect.stringMatching(/^(version,columns|refused)$/),
        ]);
      // The server answers this after everything before it.
      expect(await socket.timeout(10_000).emitWithAck('watch', { operation: here.operation })).toEqual({
        version: expect.any(Number),
        columns: expect.any(Object),
      });
      socket.close();
    }
    expect(await changes()).toBe(before);
    expect(JSON.stringify(received)).not.toContain(`"operation":"${elsewhere.operation}"`);
    expect(JSON.stringify(received)).not.toContain(`visit.${elsewhere.visitId}"`);
    expect(web().log).toEqual([]);
  },
);

describe('the sockets of one user', () => {
  /** Sockets of one session, each of which sends so many looks at a visit that is not its user's. */
  async function flood(session: string, sockets: number, looks: number): Promise<Socket[]> {
    const opened = Array.from({ length: sockets }, () => web().socket(session));
    await Promise.all(opened.map(connected));
    for (const socket of opened)
      for (let look = 0; look < looks; look++) socket.emit('look', { thing: `visit.${1_000_000 + look}` });
    return opened;
  }

  it('however many there are, keep no other user from an answer', { timeout: 60_000 }, async () => {
    const greedy = await openSession(sql(), (await makeWorld(sql())).userId);
    const other = await openSession(sql(), here.userId);
    const sockets = await flood(greedy, 60, 150);
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn++)
      statuses.push(
        (await web().call('visit/get/by_number', { visit_id: here.visitId }, { token: other })).status,
      );
    expect(statuses).toEqual(Array(10).fill(200));
    // What was sent beyond the user's allowance has closed the socket that sent it.
    await until(() => sockets.some((socket) => socket.disconnected), 10_000);
    // The other user's sockets are as before.
    const board = web().socket(other);
    expect(await connected(board)).toBe('connected');
    expect(await board.timeout(5_000).emitWithAck('watch', { operation: here.operation })).toMatchObject({
      version: expect.any(Number),
    });
    for (const socket of [...sockets, board]) socket.close();
  });
});
