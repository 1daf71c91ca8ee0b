import type { Job } from 'bullmq';
import type { WaitingEvent } from '../../db/record/outbox.ts';
import { jobSpan, queuedSpan, type Tracer } from '../../db/tracing/tracer.ts';
import type { SendAttempt } from '../jobs/send-notice.ts';
import type { JobData } from '../reactions.ts';

/** What a worker does of the trace of a request: its event's way to the queue, the job, the messages. */
export function traceJobs(tracer: Tracer) {
  return {
    queued({ requestId, createdAt, operation, version, name }: WaitingEvent, jobId: string) {
      if (requestId === null) return;
      tracer.record({
        ...{ requestId, id: queuedSpan(jobId), name: 'outbox', from: createdAt.getTime(), to: Date.now() },
        attributes: { 'agenda.operation': operation, 'agenda.version': version, 'agenda.event': name },
      });
    },
    /** Its messages stand under the run that ended it. */
    ended({ id, name, data, processedOn, finishedOn }: Job<JobData>, outcome: 'done' | 'failed') {
      if (!id || !data.requestId || !processedOn) return;
      tracer.record({
        ...{ requestId: data.requestId, name: `job ${name}`, parent: queuedSpan(id), kind: 'consumer' },
        ...(outcome === 'done' ? { id: jobSpan(id) } : {}),
        ...{ from: processedOn, to: finishedOn ?? Date.now(), failed: outcome === 'failed' },
        attributes: { 'agenda.job': id },
      });
    },
    attempted({ requestId, job, noticeId, channel, outcome, ms }: SendAttempt) {
      if (!requestId || !job) return;
      const to = Date.now();
      tracer.record({
        ...{ requestId, name: `send ${channel}`, parent: jobSpan(job), kind: 'client', from: to - ms, to },
        attributes: { 'agenda.notice': noticeId, 'agenda.channel': channel, 'agenda.outcome': outcome },
        failed: outcome !== 'sent',
      });
    },
  };
}
