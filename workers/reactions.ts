import type { Db } from '../db/connection/open.ts';
import { planDeliveries } from '../db/queues/webhook-deliveries.ts';
import { notifySupervisors } from '../db/record/notify-supervisors.ts';
import type { WaitingEvent } from '../db/record/outbox.ts';
import { consequencesOf, type EventName } from '../machines/events.ts';

/** What a worker can be asked to do because of an event. */
export type JobName = 'send-notices';

/** The visit, and the request that caused the event, when it was one: it stands in the log lines of the job. */
export type JobData = { visitId: number; requestId?: string };

/** What a job answers: null, it is done; else the milliseconds after which it wants to be asked again. */
export type JobAnswer = { waitMs: number | null };

export type Jobs = Record<JobName, (data: JobData) => Promise<JobAnswer>>;

/** The jobs of an event; undefined: only a newer version of this program knows it. */
export function jobsOf(name: string): JobName[] | undefined {
  const consequences = consequencesOf(name);
  return consequences && (consequences.wakesNotices ? ['send-notices'] : []);
}

export type KnownEvent = WaitingEvent & { name: EventName };

/**
 * What is decided about events while they are still in the outbox, by the column of the table of events that asks for
 * it. Each decides once, however often it is asked.
 */
export const decisions: Record<'supervisors' | 'webhook', (db: Db, events: KnownEvent[]) => Promise<void>> = {
  supervisors: notifySupervisors,
  webhook: planDeliveries,
};
