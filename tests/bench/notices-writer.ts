import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { openDb } from '../../db/connection/open.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { actorOf } from '../support/record/fixtures.ts';
import { clock, serve } from './process.ts';

/** When a change's commit was known to the process that asked for it, by the visit's id, on the machine's one clock. */
export type Committed = Map<number, number>;

const db = openDb(process.env.DATABASE_URL!);
const bare = postgres(process.env.DATABASE_URL!, { max: 8, onnotice: () => {}, idle_timeout: 0 });

/** Each of these so many times a second, whether or not the one before has ended. */
async function atRate(visits: number[], rate: number, commit: (visitId: number) => Promise<void>) {
  const committed: Committed = new Map();
  const begun = clock();
  await Promise.all(
    visits.map(async (visitId, index) => {
      await wait(Math.max(0, begun + (index * 1_000) / rate - clock()));
      await commit(visitId);
      committed.set(visitId, clock());
    }),
  );
  return committed;
}

const calls = serve({
  /** The product's command: this technician takes each of the visits. */
  async take({ visits, userId, rate }: { visits: number[]; userId: number; rate: number }) {
    const actor = await actorOf(db.sql, userId, []);
    return atRate(visits, rate, async (visitId) => {
      const answer = await takeVisit({ db, actor }, { visit_id: visitId });
      if (isRefusal(answer)) throw new Error(`visit ${visitId}: ${JSON.stringify(answer)}`);
    });
  },
  /** The floor: the visit and its job in one statement, and the notification after the commit. */
  takeBare: ({ visits, technicianId, rate }: { visits: number[]; technicianId: number; rate: number }) =>
    atRate(visits, rate, async (visitId) => {
      await bare`
        with taken as (
          update visits set version = version + 1, technician_id = ${technicianId}, assigned_at = now()
          where id = ${visitId} and technician_id is null returning id
        )
        insert into bench_jobs (visit_id) select id from taken`;
      bare`select pg_notify('bench_jobs', '')`.catch(() => {});
    }),
});
export type NoticesWriter = typeof calls;
