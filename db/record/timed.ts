import { isRefusal } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';

/** Tells whoever opened the record (`openDb`) what became of a command, and how long it took. */
export async function timed<Answer>(
  { onCommand }: Pick<Db, 'onCommand'>,
  name: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (!onCommand) return act();
  const from = performance.now();
  const tell = (outcome: string) => onCommand({ name, outcome, ms: performance.now() - from });
  try {
    const answer = await act();
    tell(isRefusal(answer) ? answer.code : 'done');
    return answer;
  } catch (error) {
    tell('accident');
    throw error;
  }
}
