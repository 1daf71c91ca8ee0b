import { remindCustomers } from '../db/commands/conversation/remind-customers.ts';
import { passDeadlines } from '../db/commands/field/pass-deadlines.ts';
import { deleteFiles } from '../db/commands/photos/files.ts';
import { sumSegments } from '../db/commands/reports/sum-segments.ts';
import { forgetPersonalData } from '../db/commands/retention/forget-personal-data.ts';
import { prune } from '../db/commands/retention/prune.ts';
import type { Db } from '../db/connection/open.ts';
import { indexSettledWeeks } from '../db/months/index-weeks.ts';
import { keepMonthsAhead } from '../db/months/months.ts';
import { settleMonths } from '../db/months/settle-months.ts';
import { listForgottenVisits } from '../db/reads/notices/waiting-notices.ts';
import { listDueParts } from '../db/reads/reports/kept/due-parts.ts';
import type { Keys } from '../db/secrets/keys.ts';
import type { Storage } from '../db/storage/storage.ts';
import { jobId } from './queue.ts';
import type { ReactionQueue } from './reaction-queue.ts';
import { type Repeated, repeat, within } from './repeat.ts';
import { keepJob, type ReportQueue } from './report-queue.ts';

export type TimedJobName =
  | 'pass-deadlines'
  | 'remind-customers'
  | 'sweep-notices'
  | 'prune'
  | 'keep-months'
  | 'settle-months'
  | 'forget-personal-data'
  | 'delete-files'
  | 'sum-segments'
  | 'generate-month';
type Tools = {
  db: Db;
  queue: ReactionQueue;
  reports: ReportQueue;
  keys: Keys;
  storage: Storage;
};
type TimedJob = {
  everySeconds: number;
  /** A run that takes longer is abandoned; default 60. */
  timeoutSeconds?: number;
  act: (tools: Tools) => Promise<unknown>;
};

/**
 * Plain intervals in every worker, without the queue and without a lock: the visits' deadlines must pass with
 * Redis down throughout (F07), and a lock would depend on the connection that holds it, which may have been
 * dropped silently (F08). Each job is conditional (a visit still as it was read, a job id, a row that still
 * exists), so several workers do it once in effect.
 */
export const timedJobs: Record<TimedJobName, TimedJob> = {
  'pass-deadlines': { everySeconds: 10, act: passAllDeadlines },
  'remind-customers': { everySeconds: 60, act: (tools) => remindAllCustomers(tools) },
  'sweep-notices': { everySeconds: 30, act: sweepNotices },
  prune: { everySeconds: 3_600, act: ({ db }) => prune(db) },
  'keep-months': { everySeconds: 3_600, act: ({ db }) => keepMonthsAhead(db.transactions) },
  'settle-months': { everySeconds: 3_600, timeoutSeconds: 3_600, act: ({ db }) => settleOldMonths(db) },
  'forget-personal-data': { everySeconds: 3_600, act: ({ db }) => forgetPersonalData(db) },
  'delete-files': { everySeconds: 60, act: ({ db, storage }) => deleteFiles(db, storage) },
  'sum-segments': { everySeconds: 300, act: ({ db }) => sumSegments(db) },
  'generate-month': { everySeconds: 600, act: (tools) => generateMonth(tools) },
};

/** Runs each job at once, since a deadline may have passed during downtime, and then at its interval. */
export function startTimedJobs(
  tools: Tools,
  onError: (job: TimedJobName, error: unknown) => void,
): Pick<Repeated, 'close'> {
  const repetitions = (Object.keys(timedJobs) as TimedJobName[]).map((name) => {
    const { everySeconds, timeoutSeconds = 60, act } = timedJobs[name];
    return repeat({
      everyMs: everySeconds * 1_000,
      timeoutMs: timeoutSeconds * 1_000,
      act: () => act(tools),
      onError: (error) => onError(name, error),
    });
  });
  return {
    close: async () => {
      await Promise.all(repetitions.map((repetition) => repetition.close()));
    },
  };
}

/** Settles past months and builds their index: minutes on a large record. */
export async function settleOldMonths(db: Pick<Db, 'openForMaintenance'>): Promise<void> {
  const maintenanceDb = db.openForMaintenance();
  try {
    await settleMonths(maintenanceDb);
    // On the same connection: a worker's are counted (docs/operations/deploy.md).
    await indexSettledWeeks(maintenanceDb.transactions);
  } finally {
    await maintenanceDb.close();
  }
}

/** After downtime more may be due than one batch. */
export async function passAllDeadlines({ db }: Pick<Tools, 'db'>): Promise<void> {
  for (;;) {
    const { delayed, released } = await passDeadlines(db);
    if (delayed + released === 0) return;
  }
}

/** Every reminder of the day, once per visit (machines/customer/conversation.ts). */
export async function remindAllCustomers(
  { db, keys }: Pick<Tools, 'db' | 'keys'>,
  now?: Date,
): Promise<number> {
  for (let all = 0; ; ) {
    const decided = await remindCustomers(db, keys, now);
    if (decided === 0) return all;
    all += decided;
  }
}

/** Messages a minute overdue are enqueued again (F06): one job per visit at a time, removed when done. */
export async function sweepNotices({ db, queue }: Pick<Tools, 'db' | 'queue'>): Promise<void> {
  const visits = await listForgottenVisits(db, 60);
  if (visits.length === 0) return;
  const jobs = visits.map((visitId) => ({
    name: 'send-notices',
    data: { visitId },
    opts: { jobId: jobId('sweep', visitId), removeOnComplete: true, removeOnFail: true },
  }));
  await within(5_000, queue.addBulk(jobs));
}

/**
 * From the first day of each month on, every report of the month before is generated for every operation, one
 * job each (`listDueParts`). What is kept is not due, so several workers may run it.
 */
export async function generateMonth(
  { db, reports }: Pick<Tools, 'db' | 'reports'>,
  now = new Date(),
): Promise<void> {
  const parts = await listDueParts(db, now);
  for (let at = 0; at < parts.length; at += 500)
    await within(5_000, reports.addBulk(parts.slice(at, at + 500).map(keepJob)));
}
