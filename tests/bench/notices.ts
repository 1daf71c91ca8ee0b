import { setTimeout as wait } from 'node:timers/promises';
import { addUser } from '../support/record/fixtures.ts';
import type { Bench } from './bench.ts';
import { alternate, atMost, beside, type Line, limit, quantile } from './measure.ts';
import type { NoticesFloor } from './notices-floor.ts';
import type { NoticesWorker, Started } from './notices-worker.ts';
import type { Committed, NoticesWriter } from './notices-writer.ts';
import { addPlace } from './people.ts';
import { type Process, start } from './process.ts';
import { analyze } from './record.ts';

const rate = 20;
const each = 100;
const warmUp = 40;
/** A job that was not started by then is counted as missed. */
const mostMs = 10_000;

type Seen = { times: number[]; missed: number; twice: number; cpu: number };

/**
 * P15: from the commit of a change until its handler starts in a worker, at 20 changes a second, on the queue in
 * PostgreSQL. That messages go out once when processes are killed is counted by the fault suite (F02, F29).
 */
export async function benchNotices(bench: Bench): Promise<Line[]> {
  const { db, url } = bench.record;
  const count = warmUp + each * bench.rounds;
  const ours = await addPlace(db.sql, '950', 1, count);
  // An event without a message makes no job: each of these has one, to a supervisor who has no channel.
  await addUser(db.sql, ours.operation, { username: 'bench950.jefe', subscribedToTechs: true }, [
    'can_subscribe_to_techs',
  ]);
  const floors = await addPlace(db.sql, '951', 1, count);
  await analyze(bench.record, 'visits');
  // What other rows left behind is not waited for here.
  await db.sql`delete from outbox`;
  await db.sql`create table if not exists bench_jobs (id bigint generated always as identity primary key, visit_id int not null)`;
  const env = { DATABASE_URL: url };
  const [writer, worker, floor] = await Promise.all([
    start<NoticesWriter>('./notices-writer.ts', env),
    start<NoticesWorker>('./notices-worker.ts', env),
    start<NoticesFloor>('./notices-floor.ts', env),
  ]);
  try {
    const seen = { ours: newSeen(), floors: newSeen() };
    const side = (of: keyof typeof seen, howMany: number) => {
      const place = of === 'ours' ? ours : floors;
      const process = (of === 'ours' ? worker : floor) as Process<NoticesWorker>;
      const { userId, technicianId } = place.technicians[0]!;
      return async () => {
        const visits = place.free.splice(0, howMany);
        const before = await process.call('cpu');
        const committed = await (of === 'ours'
          ? writer.call('take', { visits, userId, rate })
          : writer.call('takeBare', { visits, technicianId, rate }));
        const started = await allStarted(process, committed);
        add(seen[of], committed, started, (await process.call('cpu')) - before);
      };
    };
    await alternate(1, [side('floors', warmUp), side('ours', warmUp)]);
    Object.assign(seen, { ours: newSeen(), floors: newSeen() });
    await alternate(bench.rounds, [side('floors', each), side('ours', each)]);
    const what = 'commit of a change to its handler started, 20/s';
    const all = each * bench.rounds;
    const ratio = (name: string, share: number) =>
      atMost('P15', name, 'ms', quantile(seen.ours.times, share), quantile(seen.floors.times, share), 2);
    return [
      ratio(`${what} / a SKIP LOCKED loop with LISTEN, p50`, 0.5),
      ratio('the same, p99', 0.99),
      limit('P15', 'handlers that were not started', '', seen.ours.missed, 0),
      limit('P15', 'handlers that were started twice', '', seen.ours.twice, 0),
      beside('P15', 'CPU of the worker a change', 'ms', seen.ours.cpu / all, seen.floors.cpu / all),
    ];
  } finally {
    await Promise.all([writer.stop(), worker.stop(), floor.stop()]);
    await db.sql`drop table bench_jobs`;
  }
}

const newSeen = (): Seen => ({ times: [], missed: 0, twice: 0, cpu: 0 });

/** What was started, once all of these were or the time is over. */
async function allStarted(process: Process<NoticesWorker>, committed: Committed): Promise<Started> {
  const started: Started = new Map();
  const until = performance.now() + mostMs;
  do {
    await wait(200);
    for (const [visitId, at] of await process.call('started'))
      started.set(visitId, [...(started.get(visitId) ?? []), ...at]);
  } while ([...committed.keys()].some((visitId) => !started.has(visitId)) && performance.now() < until);
  return started;
}

function add(seen: Seen, committed: Committed, started: Started, cpu: number): void {
  for (const [visitId, committedAt] of committed) {
    const [first, ...more] = started.get(visitId) ?? [];
    if (first === undefined) seen.missed++;
    else seen.times.push(first - committedAt);
    if (more.length > 0) seen.twice++;
  }
  seen.cpu += cpu;
}
