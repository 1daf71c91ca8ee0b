import { gunzipSync } from 'node:zlib';
import { type CalendarRow, calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { type Bench, startCallers, startFloorServer, startProductServer, stopAll } from './bench.ts';
import { makeChanges } from './changes.ts';
import { getText, openHttp } from './http-connection.ts';
import { alternate, atLeast, atMost, beside, type Line, limit, median, quantile } from './measure.ts';
import { addDispatcher, addPlace, fillWeek } from './people.ts';
import { analyze } from './record.ts';

const weeksEachRound = 40;

/** P10: weeks that were not asked for before, one after the other, beside the plain rows of the same weeks. */
export async function benchColdWeek(bench: Bench): Promise<Line[]> {
  const { sql } = bench.record.db;
  const weeks = await sql<{ operation: string; from: string; visits: number }[]>`
    select operation, date_trunc('week', day)::date as "from", count(*)::int as visits from visits
    where operation < '900' group by 1, 2 having count(*) > 200
    order by md5(operation || date_trunc('week', day)::date::text)`;
  const needed = weeksEachRound * (bench.rounds + 1);
  if (weeks.length < needed)
    throw new Error(`P10 needs ${needed} weeks of history, there are ${weeks.length}: more --visits`);
  const [token] = await addDispatcher(sql, [...new Set(weeks.map(({ operation }) => operation))], 1);
  const [product, floor, callers] = await Promise.all([
    startProductServer(bench),
    startFloorServer(bench),
    startCallers(),
  ]);
  try {
    const port = await product.call('port');
    let round = 0;
    let asked: typeof weeks = [] as never;
    const ours: number[] = [];
    const floors: number[] = [];
    let cpu = 0;
    // The two sides of a round ask for the same weeks; the first finds them cold in the database too.
    const pick = () => {
      asked = weeks.slice(
        Math.floor(round / 2) * weeksEachRound,
        (Math.floor(round / 2) + 1) * weeksEachRound,
      ) as never;
      round++;
    };
    const sides = [
      async () => {
        pick();
        floors.push(
          ...(await floor.call('readWeeks', {
            weeks: asked.map(({ operation, from }) => ({ operation, from, to: addDays(from, 6) })),
          })),
        );
      },
      async () => {
        pick();
        const before = await product.call('cpu');
        const queue = asked.map(({ operation, from }) =>
          getText(`/board/week?operation=${operation}&day=${from}`, token!),
        );
        ours.push(...(await callers.call('each', { port, queues: [queue] })).times);
        cpu += (await product.call('cpu')) - before;
      },
    ];
    await alternate(1, sides);
    ours.length = 0;
    floors.length = 0;
    cpu = 0;
    await alternate(bench.rounds, sides);
    const visits = median(weeks.slice(weeksEachRound, needed).map((week) => week.visits));
    bench.log(`P10: weeks of ${visits} visits (median)`);
    return [
      atMost(
        'P10',
        `a week never asked before (${visits} visits), p50`,
        'ms',
        quantile(ours, 0.5),
        quantile(floors, 0.5),
        2,
      ),
      beside('P10', 'the same, p99', 'ms', quantile(ours, 0.99), quantile(floors, 0.99)),
      limit('P10', 'CPU of Node a request', 'ms', cpu / ours.length, 5),
    ];
  } finally {
    await stopAll(product, floor, callers);
  }
}

const clients = 8;
const rate = 20;
const usualRoundMs = 3_000;

/** P11: the same week again and again while another web process changes it. */
export async function benchHotWeek(bench: Bench): Promise<Line[]> {
  const { db } = bench.record;
  const roundMs = usualRoundMs * bench.share;
  const place = await addPlace(db.sql, '920', 20, 40);
  await fillWeek(db, place, 960);
  await analyze(bench.record, 'visits');
  const [token] = await addDispatcher(db.sql, [place.operation], 1);
  const text = getText(`/board/week?operation=${place.operation}&day=${today(new Date())}`, token!);
  const [product, other, floor, callers, changers] = await Promise.all([
    startProductServer(bench),
    startProductServer(bench),
    startFloorServer(bench),
    startCallers(),
    startCallers(),
  ]);
  try {
    const [port, otherPort, floorPort] = await Promise.all([
      product.call('port'),
      other.call('port'),
      floor.call('port'),
    ]);
    const changes = makeChanges(place, 'product');
    const reader = await openHttp(port);
    const first = await reader.send(text);
    await floor.call('keep', first.body);
    const during = () =>
      changers.call('atRate', { port: otherPort, rate, requests: changes((rate * roundMs) / 1_000) });
    const rates = { ours: [] as number[], floor: [] as number[] };
    const times = { ours: [] as number[], floor: [] as number[] };
    const cpu = { ours: [] as number[], floor: [] as number[] };
    const side = (name: keyof typeof rates) => async () => {
      const process = name === 'ours' ? product : (floor as unknown as typeof product);
      const before = await process.call('cpu');
      const load = callers.call('again', {
        port: name === 'ours' ? port : floorPort,
        clients,
        text,
        ms: roundMs,
      });
      const [answered] = await Promise.all([load, during()]);
      if (answered.bytes < first.body.length / 2) throw new Error('an answer without its bytes');
      cpu[name].push((((await process.call('cpu')) - before) * 1_000) / answered.times.length);
      rates[name].push(answered.rate);
      for (const time of answered.times) times[name].push(time);
    };
    const sides = [side('floor'), side('ours')];
    await alternate(1, sides);
    rates.ours.length = rates.floor.length = cpu.ours.length = cpu.floor.length = 0;
    times.ours.length = times.floor.length = 0;
    await alternate(bench.rounds, sides);

    const [load, stale] = await Promise.all([
      callers.call('again', { port, clients, text, ms: roundMs }),
      countStale(otherPort, reader, text, changes((rate * roundMs) / 1_000)),
    ]);
    const now = await reader.send(text);
    const etag = /\r\netag: (\S+)/i.exec(now.head)?.[1] ?? '';
    const unchanged = await reader.send(text.replace('\r\n\r\n', `\r\nif-none-match: ${etag}\r\n\r\n`));
    if (unchanged.status !== 304) throw new Error(`nothing changed, and yet ${unchanged.status}`);
    reader.close();
    bench.log(`P11: ${Math.round(load.rate)} answers a second while every change is checked`);
    return [
      atLeast(
        'P11',
        'the week again, 8 clients, 20 changes/s in another process',
        '/s',
        median(rates.ours),
        median(rates.floor),
        0.7,
      ),
      beside('P11', 'the same, p99', 'ms', quantile(times.ours, 0.99), quantile(times.floor, 0.99)),
      beside('P11', 'CPU of the product a read', 'µs', median(cpu.ours), median(cpu.floor)),
      limit('P11', 'reads that missed an acknowledged change', '', stale, 0),
      limit('P11', 'bytes for 960 visits', 'kB', now.body.length / 1_000, 25),
      limit('P11', 'bytes when nothing changed', 'kB', unchanged.bytes / 1_000, 1),
    ];
  } finally {
    await stopAll(product, other, floor, callers, changers);
  }
}

/** After each change that one process acknowledged, the other's week must show it. @returns how many did not */
async function countStale(
  otherPort: number,
  reader: Awaited<ReturnType<typeof openHttp>>,
  text: string,
  changes: ReturnType<ReturnType<typeof makeChanges>>,
): Promise<number> {
  const writer = await openHttp(otherPort);
  const id = calendarColumns.indexOf('id');
  const technician = calendarColumns.indexOf('technicianId');
  let stale = 0;
  for (const change of changes) {
    const { status, body } = await writer.send(change.text);
    if (status !== 200) throw new Error(`${status} ${body}`);
    const week = await reader.send(text);
    const { rows } = JSON.parse(gunzipSync(week.body).toString()) as { rows: CalendarRow[] };
    const row = rows.find((one) => one[id] === change.visitId);
    if (!row || row[technician] !== change.technicianId) stale++;
  }
  writer.close();
  return stale;
}
