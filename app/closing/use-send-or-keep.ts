import type { Sent } from '../forms/use-send.ts';
import { serverNow } from '../offline/server-clock.ts';
import { useStepQueue } from '../offline/steps.tsx';
import type { Closing, FinishInput } from './finish-input.ts';

/**
 * How a closing leaves: it is sent; a technician's waits on the device instead where earlier steps wait too, or where
 * there is no answer.
 * @param field it is the technician's
 * @returns null: another is under way
 */
export function useSendOrKeep(
  visit: Closing,
  field: boolean,
  submit: (input: object) => Promise<Sent | null>,
): (input: FinishInput) => Promise<Sent | 'kept' | null> {
  const own = useStepQueue();
  const queue = field ? own : null;
  return async (input) => {
    if (!queue) return submit(input);
    const { visit_id: _, ...given } = input;
    const step = { visitId: visit.id, orderNumber: visit.orderNumber, step: 'finish' as const, input: given };
    const happenedAt = serverNow().toISOString();
    const keep = (sent?: { key: string; happenedAt: string }) => {
      void queue.add(step, sent);
      return 'kept' as const;
    };
    // What was done before it is sent before it.
    if (queue.hasWaiting()) return keep();
    const outcome = await submit({ ...input, happened_at: happenedAt });
    if (outcome && !outcome.ok && outcome.status === 0) return keep({ key: outcome.key, happenedAt });
    return outcome;
  };
}
