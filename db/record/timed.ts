import { isRefusal } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';

/** Reports a command's outcome and duration to `onCommand` (`openDb`). */
export async function timed<Answer>(
  { onCommand }: Pick<Db, 'onCommand'>,
  name: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (!onCommand) return act();
  const from = performance.now();
  const report = (outcome: string) => onCommand({ name, outcome, ms: performance.now() - from });
  try {
    const answer = await act();
    report(isRefusal(answer) ? answer.code : 'done');
    return answer;
  } catch (error) {
    report('accident');
    throw error;
  }
}
