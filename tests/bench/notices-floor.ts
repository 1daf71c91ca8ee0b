import postgres from 'postgres';
import type { Started } from './notices-worker.ts';
import { clock, cpuUsed, serve } from './process.ts';

// The least that starts a handler once: LISTEN, and one statement that takes what is free. No retries, no
// locks that expire, no job that is kept.
const sql = postgres(process.env.DATABASE_URL!, { max: 2, onnotice: () => {}, idle_timeout: 0 });
let started: Started = new Map();
let running = false;
let again = false;

async function run() {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    const jobs = await sql<{ visit_id: number }[]>`
      delete from bench_jobs where id in (select id from bench_jobs order by id limit 100 for update skip locked)
      returning visit_id`;
    const at = clock();
    for (const { visit_id } of jobs) started.set(visit_id, [...(started.get(visit_id) ?? []), at]);
  }
  running = false;
}
await sql.listen('bench_jobs', run);

const calls = serve({
  /** What was started since the last time. */
  started() {
    const answer = started;
    started = new Map();
    return answer;
  },
  cpu: cpuUsed,
});
export type NoticesFloor = typeof calls;
