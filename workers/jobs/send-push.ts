import type { Db } from '../../db/connection/open.ts';
import { findPush } from '../../db/reads/notices/push-to-send.ts';
import { consequencesOf } from '../../machines/events.ts';
import { enqueuePushes, type PushQueue } from '../push-queue.ts';
import type { JobAnswer, JobData } from '../reactions.ts';
import type { PushJobData } from './push-to-browser.ts';

/** Enqueues the push messages about an event (contract §8), one job for each browser; none is sent here. */
export async function sendPush(
  { db, pushes }: { db: Db; pushes: Pick<PushQueue, 'addBulk'> },
  { event, requestId }: JobData,
): Promise<JobAnswer> {
  if (!event) return { waitMs: null };
  const jobs: PushJobData[] = [];
  for (const push of consequencesOf(event.name)?.push ?? []) {
    const message = await findPush(db, event, push);
    for (const { id } of message?.subscriptions ?? [])
      jobs.push({ event, push, subscription: id, ...(requestId ? { requestId } : {}) });
  }
  await enqueuePushes(pushes, jobs);
  return { waitMs: null };
}
