import type { Jobs } from '../reactions.ts';
import type { SendTools } from './send-notice.ts';
import { sendNotices } from './send-notices.ts';

/** Every job by its name. Each reads the record afresh, so that a repeat, or one that comes late, does no harm (F18). */
export const makeJobs = (tools: SendTools): Jobs => ({
  'send-notices': ({ visitId, requestId }) =>
    sendNotices(
      { ...tools, onTold: (told) => tools.onTold?.({ ...told, ...(requestId ? { requestId } : {}) }) },
      visitId,
    ),
});
