import { isRefusal } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';
import type { From } from './audit.ts';

/** Reports a command's outcome, its duration and the request that caused it to `onCommand` (`openDb`). */
export async function timed<Answer>(
  { db: { onCommand }, from: origin }: { db: Pick<Db, 'onCommand'>; from?: Pick<From, 'requestId'> },
  name: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (!onCommand) return act();
  const from = performance.now();
  const requestId = origin?.requestId;
  const report = (outcome: string) =>
    onCommand({ name, outcome, ms: performance.now() - from, ...(requestId ? { requestId } : {}) });
  try {
    const answer = await act();
    report(isRefusal(answer) ? answer.code : 'done');
    return answer;
  } catch (error) {
    report('accident');
    throw error;
  }
}
