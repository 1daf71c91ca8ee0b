import type { Job, Queue, Worker } from 'bullmq';
import { generateReport } from '../db/commands/reports/generate-report.ts';
import { keepReport } from '../db/commands/reports/keep-report.ts';
import type { Db } from '../db/connection/open.ts';
import { type Part, type ReadPart, readPart } from '../db/reads/reports/kept/part.ts';
import { jobId, type Queues } from './queue.ts';

/** Jobs of the report queue: a run that users wait for, and a month generated in advance. */
export type ReportJobs = { 'run-report': { id: string }; 'keep-report': Part };
export type ReportJobName = keyof ReportJobs;
type ReportJobData = ReportJobs[ReportJobName];
export type ReportQueue = Queue<ReportJobData>;

/** A queue of its own: messages do not wait for reports. */
const queueName = 'reports';
/** Low: the database does the work, and serves the boards too. */
const concurrency = 2;
/** After every run that users wait for. */
const inAdvance = 10;

export const openReportQueue = (queues: Queues): ReportQueue =>
  queues.queue<ReportJobData>(queueName, {
    attempts: 3,
    backoff: { type: 'fixed', delay: 500 },
    // The record knows what was done; a removed job can be enqueued again under its id.
    removeOnComplete: true,
  });

const acts: {
  [Name in ReportJobName]: (db: Db, data: ReportJobs[Name], read: ReadPart) => Promise<unknown>;
} = {
  'run-report': (db, { id }, read) => generateReport(db, id, read),
  'keep-report': (db, part, read) => keepReport(db, part, read),
};

/** Generates reports; a job with an unknown name (of a newer version) fails. */
export function openReportWorker(
  queues: Queues,
  db: Db,
  options: { lockDuration?: number; stalledInterval?: number; read?: ReadPart } = {},
): Worker<ReportJobData> {
  const { read = readPart, ...workerOptions } = options;
  const perform = async (job: Job<ReportJobData>) => {
    const act = acts[job.name as ReportJobName] as (typeof acts)[ReportJobName] | undefined;
    if (!act) throw new Error(`no such job: ${job.name}`);
    await act(db, job.data as never, read);
  };
  return queues.worker<ReportJobData>(queueName, perform, { concurrency, ...workerOptions });
}

/** Enqueued twice it is one job; failed ones are kept for a day. */
export const runJob = (id: string) => ({
  name: 'run-report' satisfies ReportJobName,
  data: { id },
  opts: { jobId: jobId('run', id), removeOnFail: { age: 86_400 } },
});

/** A failed one is enqueued again an hour later. */
export const keepJob = (part: Part) => ({
  name: 'keep-report' satisfies ReportJobName,
  data: part,
  opts: {
    jobId: jobId('keep', part.report, part.operation, part.month),
    priority: inAdvance,
    removeOnFail: { age: 3_600 },
  },
});
