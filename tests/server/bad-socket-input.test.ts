import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { beforeAll, expect, it } from 'vitest';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { makeWorld, type World } from '../support/fixtures.ts';
import { countChanges } from '../support/record-hash.ts';
import { inheritedNames } from '../support/secrets.ts';
import { connected, openSession, webServer } from '../support/web-server.ts';

// What a socket must refuse (faults.md): 2,000 wrong values for each event that a board may send, of its own kind and of
// any. None joins a foreign room, changes the record, leaves a trace in the log, or ends anything but its own connection.

const cases = Number(process.env.BAD_INPUT_CASES ?? 2_000);
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_301);
/** A socket may ask so much at once (server/live/live.ts); then another asks. */
const perSocket = 150;

const { web, sql } = webServer();
let here: World;
let elsewhere: World;
let token: string;

beforeAll(async () => {
  [here, elsewhere] = [await makeWorld(sql()), await makeWorld(sql())];
  token = await openSession(sql(), here.userId);
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

async function opened(): Promise<Socket> {
  const socket = web().socket(token);
  expect(await connected(socket)).toBe('connected');
  return socket;
}

const events = ['watch', 'unwatch', 'attend', 'unattend', 'look', 'unlook', 'report', 'unreport'];
it.each([...events, 'changes', 'constructor', '__proto__', 'nothing of ours'])(
  `'%s' with ${cases} wrong values does no harm`,
  { timeout: 30_000 + cases * 20 },
  async (event) => {
    // The looking itself is kept while a user looks, and forgotten some time after.
    const changes = await countChanges(sql(), ['viewers']);
    const before = await changes();
    const received: unknown[] = [];
    const values = fc.sample(valuesFor(event), { numRuns: cases, seed }).filter(sendable);
    for (let at = 0; at < values.length; at += perSocket) {
      const socket = await opened();
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
