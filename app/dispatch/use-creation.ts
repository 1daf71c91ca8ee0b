import type { Shown } from '../../db/reads/registry.ts';
import { type AskAnswer, askAddress } from '../data/ask.ts';
import { useRead } from '../data/use-read.ts';

type Answered = Shown<'creation'>;
type Creation = {
  slots: Answered['slots'] | null;
  technicians: Answered['technicians'] | null;
  /** What visits need of technicians; null until it is there. */
  skills: Answered['skills'] | null;
  /** The nearest slots with places, where one of the day has none. */
  near: Answered['near'];
  failed: boolean;
  retry: () => void;
  /** Ask again behind what is shown. */
  refresh: () => void;
};

const none: Answered['near'] = [];

/** The slots of the chosen day, and the technicians with their counts in the chosen slot; what was shown stays while the next is asked. */
export function useCreation(operation: string, day: string | null, slotId: string | null): Creation {
  const query = { subsidiary: operation, day: day ?? '', ...(slotId ? { slot: slotId } : {}) };
  const read = useRead<AskAnswer<'creation'>>(day ? askAddress('creation', query) : null, { keep: true });
  const answer = read.state === 'answered' && read.answer.ok ? read.answer : null;
  return {
    slots: answer?.slots ?? null,
    technicians: answer?.technicians ?? null,
    skills: answer?.skills ?? null,
    near: answer?.near ?? none,
    failed: read.state === 'failed' || (read.state === 'answered' && !read.answer.ok),
    retry: read.retry,
    refresh: read.refresh,
  };
}
