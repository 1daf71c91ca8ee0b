import { findNoticeWait, listDueNotices } from '../../db/reads/notices/waiting-notices.ts';
import type { JobAnswer } from '../reactions.ts';
import { type SendTools, sendNotice } from './send-notice.ts';

/**
 * Send the messages of a visit whose time has come. The record holds every wait (a rate limit, a growing
 * retry, a try that another worker has under way), so an emptied queue loses none of them.
 */
export async function sendNotices(tools: SendTools, visitId: number): Promise<JobAnswer> {
  const accidents: unknown[] = [];
  for (const id of await listDueNotices(tools.db, visitId))
    await sendNotice(tools, id).catch((error) => accidents.push(error));
  if (accidents.length > 0) throw accidents[0];
  return { waitMs: await findNoticeWait(tools.db, visitId) };
}
