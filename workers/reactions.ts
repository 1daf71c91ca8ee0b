import type { Db } from '../db/connection/open.ts';
import { planDeliveries } from '../db/queues/webhook-deliveries.ts';
import { notifySupervisors } from '../db/record/notify-supervisors.ts';
import type { WaitingEvent } from '../db/record/outbox.ts';
import { consequencesOf, type EventName } from '../machines/events.ts';

/** The jobs that an event can cause. */
export type JobName = 'send-notices' | 'send-push';

/**
 * The visit, the event that a push message is about, and the request that caused the event, if any, for the job's log
 * lines.
 */
export type JobData = {
  visitId: number;
  event?: { operation: string; version: number; name: EventName };
  requestId?: string;
};

/** A job's result: null, it is done; else the milliseconds until its next run. */
export type JobAnswer = { waitMs: number | null };

export type Jobs = Record<JobName, (data: JobData, jobId?: string) => Promise<JobAnswer>>;

/** The jobs of an event; undefined: an event of a newer version. */
export function jobsOf(name: string): JobName[] | undefined {
  const consequences = consequencesOf(name);
  return (
    consequences && [
      ...(consequences.wakesNotices ? (['send-notices'] as const) : []),
      ...(consequences.push.length > 0 ? (['send-push'] as const) : []),
    ]
  );
}

export type KnownEvent = WaitingEvent & { name: EventName };

/**
 * Decisions about events that are still in the outbox, by the column of the table of events that asks for
 * them. Idempotent.
 */
export const decisions: Record<'supervisors' | 'webhook', (db: Db, events: KnownEvent[]) => Promise<void>> = {
  supervisors: notifySupervisors,
  webhook: planDeliveries,
};
