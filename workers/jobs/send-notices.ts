import { findNoticeWait, listDueNotices } from '../../db/reads/notices/waiting-notices.ts';
import type { JobAnswer } from '../reactions.ts';
import { type SendTools, sendNotice } from './send-notice.ts';

/**
 * Send the due messages of a visit. The record holds every wait (a rate limit, a backoff, an attempt of
 * another worker), so an emptied queue loses none.
 */
export async function sendNotices(tools: SendTools, visitId: number): Promise<JobAnswer> {
  const errors: unknown[] = [];
  for (const id of await listDueNotices(tools.db, visitId))
    await sendNotice(tools, id).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  return { waitMs: await findNoticeWait(tools.db, visitId) };
}
