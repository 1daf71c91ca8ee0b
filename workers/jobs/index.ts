import type { Jobs } from '../reactions.ts';
import type { SendTools } from './send-notice.ts';
import { sendNotices } from './send-notices.ts';

/** Every job by its name. Each reads the record again, so a repeated or late job is harmless (F18). */
export const makeJobs = (tools: SendTools): Jobs => ({
  'send-notices': ({ visitId, requestId }) =>
    sendNotices(
      {
        ...tools,
        onAttempt: (attempt) => tools.onAttempt?.({ ...attempt, ...(requestId ? { requestId } : {}) }),
      },
      visitId,
    ),
});
