import { addDays, mondayOf, today } from '../../machines/slots.ts';
import { type Bench, startCallers, startFrontDoor, stopAll } from './bench.ts';
import { makeChanges } from './changes.ts';
import { getText, postText } from './http-connection.ts';
import { openLeanRecord } from './lean-record.ts';
import { addDispatcher, joinPlace } from './people.ts';

export const questions = {
  floor: 'the floor: who am I',
  week: 'the week, after a change',
  pastWeek: 'a past week, not asked before',
  pending: 'the pending list',
  day: 'the technician’s day',
  command: 'one command',
} as const;
export type Question = keyof typeof questions;
export const questionNames = Object.keys(questions) as Question[];
export type Measured = Record<Question, { times: number[]; bytes: number[] }>;

/** One record with its front door: what is asked of it, and what came of it. */
export type Side = {
  millions: number;
  operations: number;
  extent: { visits: number; tables: number; indexes: number; bytes: number };
  measured: Measured;
  /** Everything of every operation, without counting it. */
  warmUp(): Promise<void>;
  measure(round: number): Promise<void>;
  close(): Promise<void>;
};

const years = 4;
const operationsPerMillion = 2;
const askedEachRound = 12;
/** Past weeks have an end. */
export const mostRounds = 16;

/** Each million is two operations more, over the same years: what one operation's people see is the same everywhere. */
export async function openSide(
  millions: number,
  keepIn: string | null,
  tell: (line: string) => void,
): Promise<Side> {
  const operations = Math.max(1, Math.round(millions * operationsPerMillion));
  const visitsEach = Math.round((millions * 1_000_000) / operations);
  const record = await openLeanRecord({ operations, visitsEach, years, keepIn }, tell);
  const { sql } = record.db;
  const places = await Promise.all(record.operations.map((code) => openPlace(sql, code)));
  const bench: Bench = { record, rounds: 0, seconds: 0, tell };
  const [door, callers] = await Promise.all([startFrontDoor(bench), startCallers()]);
  const port = await door.call('port');
  const measured = newMeasured();
  const ask = async (names: Question[], queue: string[]) => {
    const { times, bytes } = await callers.call('each', { port, queues: [queue] });
    times.forEach((time, index) => {
      const { [names[index % names.length]!]: of } = measured;
      of.times.push(time);
      of.bytes.push(bytes[index]!);
    });
  };
  const askAll = async (numbers: number[], pastWeek: (n: number) => number | null) => {
    const day = today(new Date());
    const asked = numbers.map((n) => ({ n, place: places[n % places.length]! }));
    const weekOf = (code: string, token: string, on: string) =>
      getText(`/board/week?operation=${code}&day=${on}`, token);
    await ask(
      ['floor'],
      asked.map(({ place }) => postText('/v1', place.dispatcher, {})),
    );
    // Somebody changes something, and a board of that operation has to be told the week anew.
    await ask(
      ['command', 'week'],
      asked.flatMap(({ place }) => [place.change(), weekOf(place.code, place.dispatcher, day)]),
    );
    await ask(
      ['pending'],
      asked.map(({ place }) =>
        postText('/v1/orders/pending', place.dispatcher, { subsidiary: place.code, unscheduled_only: false }),
      ),
    );
    await ask(
      ['day'],
      asked.map(({ n, place }) => {
        const who = place.technicians[Math.floor(n / places.length) % place.technicians.length]!;
        return postText('/v1/visit/get/by_tech_id', who.token, { tech_id: who.technicianId });
      }),
    );
    await ask(
      ['pastWeek'],
      asked.flatMap(({ n, place }) => {
        const back = pastWeek(n);
        return back === null ? [] : [weekOf(place.code, place.dispatcher, addDays(mondayOf(day), -7 * back))];
      }),
    );
  };
  return {
    millions,
    operations,
    extent: record.extent,
    measured,
    async warmUp() {
      // Several times what a connection of the front door's pool has its plans made for.
      await askAll(range(0, Math.max(places.length, 40)), () => null);
      for (const one of Object.values(measured)) one.times.length = one.bytes.length = 0;
    },
    measure: (round) => askAll(range(round * askedEachRound, (round + 1) * askedEachRound), (n) => n + 2),
    async close() {
      await stopAll(door, callers);
      await record.close();
    },
  };
}

async function openPlace(sql: Parameters<typeof joinPlace>[0], code: string) {
  const place = await joinPlace(sql, code, 8, 20);
  const [dispatcher] = await addDispatcher(sql, [code], 1);
  const changes = makeChanges(place, 'door');
  return { code, dispatcher: dispatcher!, technicians: place.technicians, change: () => changes(1)[0]!.text };
}

const newMeasured = () =>
  Object.fromEntries(questionNames.map((name) => [name, { times: [], bytes: [] }])) as unknown as Measured;

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
