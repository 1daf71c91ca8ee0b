import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CommandOutcome } from '../../db/connection/open.ts';
import type { SendAttempt } from '../jobs/send-notice.ts';
import type { TryOutcome } from '../webhooks/deliver.ts';

/** The sizes of outbox and queues, and the operations that are moving, read when the metrics are scraped. */
export type Depths = {
  outbox(): Promise<{ waiting: number; oldestSeconds: number }>;
  moving(): Promise<number>;
  queues(): Promise<{ queue: string; counts: Record<string, number> }[]>;
};

/**
 * A worker's metrics in Prometheus' text format, by job, channel and outcome, never by id
 * (docs/operations/watching.md).
 */
export function makeMetrics(depths: Depths) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const seconds = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60];
  const jobs = new Counter({
    name: 'agenda_jobs_total',
    help: 'Jobs ended, by queue, job and outcome (done or failed; a failed try may be tried again).',
    labelNames: ['queue', 'job', 'outcome'] as const,
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'agenda_job_seconds',
    help: 'What a try of a job took.',
    labelNames: ['queue', 'job'] as const,
    buckets: seconds,
    registers,
  });
  const messages = new Counter({
    name: 'agenda_messages_total',
    help: 'Messages by channel and what the channel answered: sent, retry, gone, rejected, unknown.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  });
  const webhooks = new Counter({
    name: 'agenda_webhook_deliveries_total',
    help: 'Tries to deliver to webhooks: delivered, refused, unreached.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const commands = new Counter({
    name: 'agenda_commands_total',
    help: "Commands by outcome: done, a refusal's code, or accident.",
    labelNames: ['command', 'outcome'] as const,
    registers,
  });
  const commandSeconds = new Histogram({
    name: 'agenda_command_seconds',
    help: 'What a command took, refused or not.',
    labelNames: ['command'] as const,
    buckets: seconds,
    registers,
  });
  const waiting = new Gauge({
    name: 'agenda_outbox_waiting',
    help: 'Events that the queue does not have yet; absent while the database is unreachable.',
    registers,
  });
  const oldest = new Gauge({
    name: 'agenda_outbox_oldest_seconds',
    help: 'How long the oldest of them has been waiting.',
    registers,
  });
  const moving = new Gauge({
    name: 'agenda_operations_moving',
    help: 'Operations on their way to another installation; absent while the database is unreachable.',
    registers,
  });
  const depth = new Gauge({
    name: 'agenda_queue_jobs',
    help: 'Jobs in a queue by state; absent while the queue is unreachable.',
    labelNames: ['queue', 'state'] as const,
    registers,
  });

  return {
    register,
    jobEnded(queue: string, job: string, outcome: 'done' | 'failed', ms: number) {
      jobs.inc({ queue, job, outcome });
      jobSeconds.observe({ queue, job }, ms / 1_000);
    },
    attempted: ({ channel, outcome }: SendAttempt) => messages.inc({ channel, outcome }),
    tried: (outcome: TryOutcome) => webhooks.inc({ outcome }),
    command({ name, outcome, ms }: CommandOutcome) {
      commands.inc({ command: name, outcome });
      commandSeconds.observe({ command: name }, ms / 1_000);
    },
    /** The text, with current sizes. Sizes that cannot be read are left out, not repeated. */
    async text(): Promise<string> {
      const [box, operations, queues] = await Promise.all([
        depths.outbox().catch(() => undefined),
        depths.moving().catch(() => undefined),
        depths.queues().catch(() => []),
      ]);
      depth.reset();
      for (const { queue, counts } of queues)
        for (const [state, count] of Object.entries(counts)) depth.set({ queue, state }, count);
      waiting.remove();
      oldest.remove();
      if (box) {
        waiting.set(box.waiting);
        oldest.set(box.oldestSeconds);
      }
      moving.remove();
      if (operations !== undefined) moving.set(operations);
      return register.metrics();
    },
  };
}

export type Metrics = ReturnType<typeof makeMetrics>;
