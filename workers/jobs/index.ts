import type { JobData } from '../reaction-queue.ts';
import type { JobName } from '../reactions.ts';
import type { SendTools } from './send-notice.ts';
import { sendNotices } from './send-notices.ts';

/** What a job answers: null, it is done; else the milliseconds after which it wants to be asked again. */
export type JobAnswer = { waitMs: number | null };

export type Jobs = Record<JobName, (data: JobData) => Promise<JobAnswer>>;

/** Every job by its name. Each reads the record afresh, so that a repeat, or one that comes late, does no harm (F18). */
export const makeJobs = (tools: SendTools): Jobs => ({
  'send-notices': ({ visitId, requestId }) =>
    sendNotices(
      { ...tools, onTold: (told) => tools.onTold?.({ ...told, ...(requestId ? { requestId } : {}) }) },
      visitId,
    ),
});
