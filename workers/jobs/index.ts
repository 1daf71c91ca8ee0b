import type { PushQueue } from '../push-queue.ts';
import type { Jobs } from '../reactions.ts';
import type { SendTools } from './send-notice.ts';
import { sendNotices } from './send-notices.ts';
import { sendPush } from './send-push.ts';

/** Every job by its name. Each reads the record again, so a repeated or late job is harmless (F18). */
export const makeJobs = (tools: SendTools & { pushes: Pick<PushQueue, 'addBulk'> }): Jobs => ({
  'send-push': (data) => sendPush(tools, data),
  'send-notices': ({ visitId, requestId }, jobId) =>
    sendNotices(
      {
        ...tools,
        onAttempt: (attempt) =>
          tools.onAttempt?.({
            ...attempt,
            ...(requestId ? { requestId } : {}),
            ...(jobId ? { job: jobId } : {}),
          }),
      },
      visitId,
    ),
});
