import { addDays, mondayOf, today } from '../../machines/calendar/slots.ts';
import { type Bench, startCallers, startProductServer, stopAll } from './bench.ts';
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
  dayBoard: 'the day by technician',
  command: 'one command',
} as const;
export type Question = keyof typeof questions;
export const questionNames = Object.keys(questions) as Question[];
/** What is asked by itself: a week is asked after each command. */
export const asked = ['floor', 'command', 'pending', 'day', 'dayBoard', 'pastWeek'] as const;
export type Asked = (typeof asked)[number];
export type Measured = Record<Question, { times: number[]; bytes: number[] }>;

/** One record with its server: what is asked of it, and what came of it. */
export type Side = {
  millions: number;
  operations: number;
  extent: { visits: number; tables: number; indexes: number; bytes: number };
  measured: Measured;
  /** Everything of every operation but past weeks, without counting it. */
  warmUp(): Promise<void>;
  /** Of the n-th operation, and whatever else of it has its turn. */
  ask(what: Asked, n: number): Promise<void>;
  close(): Promise<void>;
};

const years = 4;
const operationsPerMillion = 2;
/** Past weeks have an end. */
export const mostAsked = 200;

/** Each million is two operations more, over the same years: what one operation's people see is the same everywhere. */
export async function openSide(
  millions: number,
  keepIn: string | null,
  log: (line: string) => void,
): Promise<Side> {
  const operations = Math.max(1, Math.round(millions * operationsPerMillion));
  const visitsEach = Math.round((millions * 1_000_000) / operations);
  const record = await openLeanRecord({ operations, visitsEach, years, keepIn }, log);
  const { sql } = record.db;
  const places = await Promise.all(record.operations.map((code) => openPlace(sql, code)));
  const bench: Bench = { record, rounds: 0, seconds: 0, share: 1, log };
  const [product, callers] = await Promise.all([startProductServer(bench), startCallers()]);
  const port = await product.call('port');
  const measured = newMeasured();
  const ask = async (names: Question[], queue: string[]) => {
    const { times, bytes } = await callers.call('each', { port, queues: [queue] });
    names.forEach((name, index) => {
      measured[name].times.push(times[index]!);
      measured[name].bytes.push(bytes[index]!);
    });
  };
  const day = today(new Date());
  const weekOf = ({ code, dispatcher }: OpenPlace, on: string) =>
    getText(`/board/week?operation=${code}&day=${on}`, dispatcher);
  const asks: Record<Asked, (n: number, place: OpenPlace) => Promise<void>> = {
    floor: (_, place) => ask(['floor'], [postText('/v1', place.dispatcher, {})]),
    // A change, after which a board of that operation reads the week anew.
    command: (_, place) => ask(['command', 'week'], [place.change(), weekOf(place, day)]),
    pending: (_, { code, dispatcher }) =>
      ask(
        ['pending'],
        [postText('/v1/orders/pending', dispatcher, { subsidiary: code, unscheduled_only: false })],
      ),
    day: (n, { technicians }) => {
      const who = technicians[Math.floor(n / places.length) % technicians.length]!;
      return ask(['day'], [postText('/v1/visit/get/by_tech_id', who.token, { tech_id: who.technicianId })]);
    },
    dayBoard: (_, { code, dispatcher }) =>
      ask(['dayBoard'], [postText('/v1/day', dispatcher, { subsidiary: code, date: day })]),
    pastWeek: (n, place) => ask(['pastWeek'], [weekOf(place, addDays(mondayOf(day), -7 * (n + 2)))]),
  };
  const placeOf = (n: number) => places[n % places.length]!;
  return {
    millions,
    operations,
    extent: record.extent,
    measured,
    ask: (what, n) => asks[what](n, placeOf(n)),
    async warmUp() {
      // Several times what a connection of the product's pool has its plans made for.
      const numbers = Array.from({ length: Math.max(2 * places.length, 40) }, (_, n) => n);
      for (const what of asked)
        if (what !== 'pastWeek') for (const n of numbers) await asks[what](n, placeOf(n));
      for (const one of Object.values(measured)) one.times.length = one.bytes.length = 0;
    },
    async close() {
      await stopAll(product, callers);
      await record.close();
    },
  };
}

type OpenPlace = Awaited<ReturnType<typeof openPlace>>;

async function openPlace(sql: Parameters<typeof joinPlace>[0], code: string) {
  const place = await joinPlace(sql, code, 8, 20);
  const [dispatcher] = await addDispatcher(sql, [code], 1);
  const changes = makeChanges(place, 'product');
  return { code, dispatcher: dispatcher!, technicians: place.technicians, change: () => changes(1)[0]!.text };
}

const newMeasured = () =>
  Object.fromEntries(questionNames.map((name) => [name, { times: [], bytes: [] }])) as unknown as Measured;
