import { maxRunAttempts, runStep, runWaitSeconds } from '../../machines/report/report-run.ts';
import type { ReportRunState } from '../../machines/report/report-run-state.ts';
import type { MonthlyReport } from '../../machines/report/reports.ts';
import type { Db } from '../connection/open.ts';
import type { Query } from '../connection/sql.ts';

/** Notified with a run's id whenever its state or progress changes. */
export const reportChannel = 'agenda_report';

/** The generating process renews a run every second; one silent for this long is dead, and another takes over. */
const silentSeconds = 10;
/** No process takes over: no worker, and no web process with a waiting user. */
const lostSeconds = 60;
/** A run not taken within this is enqueued again. */
const enqueueSeconds = 10;

/** The generation of a report, as waiting users see it. */
export type ReportRun = {
  id: string;
  report: MonthlyReport;
  operations: string[];
  month: string;
  state: ReportRunState;
  progress: number;
  /** Milliseconds since it began to wait for a process; 0: running or ended. */
  idleMs: number;
};

const columns = (sql: Query) => sql`
  id, report, operations, month, state, progress, case
    when state = 'queued' then extract(epoch from now() - created_at)
    when state = 'running' and beat_at < now() - make_interval(secs => ${silentSeconds}) then extract(epoch from now() - beat_at)
    else 0 end::float8 * 1000 as idle_ms`;

/**
 * Requests a report's generation; equal requests join a waiting run.
 * @returns the run, and the instant of the request in microseconds since 1970, by the database's clock
 */
export async function askReportRun(
  { writes }: Db,
  request: { report: MonthlyReport; operations: string[]; month: string; userId: number },
): Promise<ReportRun & { since: number }> {
  const { report, month, userId } = request;
  const operations = [...request.operations].sort();
  const question = `${report}|${operations.join(',')}|${month}`;
  const [run] = await writes<(ReportRun & { since: number })[]>`
    with asked as (
      insert into report_runs (report, operations, month, question, asked_by, waited_until)
      values (${report}, ${operations}::text[], ${month}, ${question}, ${userId}, now() + make_interval(secs => ${runWaitSeconds}))
      on conflict (question) where state in ('queued', 'running')
        do update set waited_until = greatest(report_runs.waited_until, excluded.waited_until)
      returning *
    )
    select ${columns(writes)}, (extract(epoch from now()) * 1000000)::bigint as since, pg_notify(${reportChannel}, id::text) as notified
    from asked`;
  const { notified: _, ...rest } = run as ReportRun & { since: number; notified: unknown };
  return rest;
}

/** Runs as they are now; deleted ones are missing. */
export const listReportRuns = async ({ sql }: Db, ids: string[]): Promise<ReportRun[]> =>
  ids.length === 0
    ? []
    : [...(await sql<ReportRun[]>`select ${columns(sql)} from report_runs where id = any(${ids}::uuid[])`)];

/** Records that users still wait for these. */
export async function keepWaiting({ sql }: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update report_runs set waited_until = greatest(waited_until, now() + make_interval(secs => ${runWaitSeconds}))
    where id = any(${ids}::uuid[]) and state in ('queued', 'running')`;
}

/** Runs that the queue may not have: never enqueued, not taken since, or abandoned by a dead process. */
export const claimReportRuns = async ({ sql }: Db, limit: number): Promise<{ id: string }[]> => [
  ...(await sql<{ id: string }[]>`
    with free as (
      select id from report_runs
      where (state = 'queued' or (state = 'running' and beat_at < now() - make_interval(secs => ${silentSeconds})))
        and waited_until > now() and (enqueued_until is null or enqueued_until < now())
      order by created_at limit ${limit} for update skip locked
    )
    update report_runs r set enqueued_until = now() + make_interval(secs => ${enqueueSeconds})
    from free where r.id = free.id returning r.id`),
];

/** Enqueuing failed: retried at the next poll. */
export async function returnReportRuns({ sql }: Db, ids: string[]): Promise<void> {
  await sql`update report_runs set enqueued_until = null where id = any(${ids}::uuid[])`;
}

export type TakenRun = Pick<ReportRun, 'id' | 'report' | 'operations' | 'month'> & {
  token: string;
  attempts: number;
  since: number;
};

/** Begins a run, or takes it over from a silent process; undefined: nothing to do, or another process does it. */
export async function takeReportRun({ writes }: Db, id: string): Promise<TakenRun | undefined> {
  const { from, to } = runStep('START');
  const [run] = await writes<TakenRun[]>`
    with taken as (
      update report_runs set state = ${to}, token = gen_random_uuid(), beat_at = now(), attempts = attempts + 1
      where id = ${id} and state = any(${from}::text[]) and waited_until > now() and attempts < ${maxRunAttempts}
        and (state <> ${to} or beat_at < now() - make_interval(secs => ${silentSeconds}))
      returning id, report, operations, month, token, attempts, (extract(epoch from created_at) * 1000000)::bigint as since
    )
    select taken.*, pg_notify(${reportChannel}, id::text) from taken`;
  return run;
}

/** Renews a run. @returns whether users still wait; undefined: taken over by another process, or ended */
export async function beatReportRun({ writes }: Db, run: TakenRun): Promise<boolean | undefined> {
  const [row] = await writes<{ waited: boolean }[]>`
    update report_runs set beat_at = now() where id = ${run.id} and token = ${run.token} and state = 'running'
    returning waited_until > now() as waited`;
  return row?.waited;
}

export async function recordReportProgress({ writes }: Db, run: TakenRun, progress: number): Promise<void> {
  await writes`
    with moved as (
      update report_runs set progress = ${progress} where id = ${run.id} and token = ${run.token} and state = 'running' returning id
    ) select pg_notify(${reportChannel}, id::text) from moved`;
}

/** Records a run's end, or its retry. No effect after another process took over. */
export async function settleReportRun(
  { writes }: Db,
  run: TakenRun,
  step: 'RETRY' | 'FINISH' | 'FAIL' | 'CANCEL',
  problem: string | null = null,
): Promise<void> {
  const { from, to } = runStep(step);
  await writes`
    with moved as (
      update report_runs set state = ${to}, problem = ${problem}, enqueued_until = null,
        progress = case when ${step === 'FINISH'} then 100 else progress end
      where id = ${run.id} and token = ${run.token} and state = any(${from}::text[]) returning id
    ) select pg_notify(${reportChannel}, id::text) from moved`;
}

/**
 * Ends runs without waiting users, and those that killed every process that took them.
 * @returns how many
 */
export async function sweepReportRuns({ writes }: Db): Promise<number> {
  const cancel = runStep('CANCEL');
  const fail = runStep('FAIL');
  const swept = await writes`
    with idle as (
      select id, waited_until < now() as unwaited from report_runs
      where (state = 'queued' or (state = 'running' and beat_at < now() - make_interval(secs => ${silentSeconds})))
        and (waited_until < now() or attempts >= ${maxRunAttempts} or beat_at < now() - make_interval(secs => ${lostSeconds}))
      for update skip locked
    ), ended as (
      update report_runs r set state = case when idle.unwaited then ${cancel.to} else ${fail.to} end,
        problem = case when idle.unwaited then problem else 'Nadie pudo terminarlo.' end
      from idle where r.id = idle.id and r.state = any(${cancel.from}::text[]) returning r.id
    ) select pg_notify(${reportChannel}, id::text) from ended`;
  return swept.count;
}
