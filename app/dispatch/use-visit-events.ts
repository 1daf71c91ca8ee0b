import { type AskAnswer, askAddress } from '../data/ask.ts';
import { useRead } from '../data/use-read.ts';
import { isChange, type WiredEvent } from './event-line.tsx';

/** What changed of a visit after a version of its operation; null: nothing to ask, or not answered yet. */
export function useVisitEvents(visitId: number | null, after: number): WiredEvent[] | 'failed' | null {
  const read = useRead<AskAnswer<'visitEvents'>>(
    visitId === null ? null : askAddress('visitEvents', { visit_id: String(visitId), after: String(after) }),
  );
  if (read.state === 'answered') return read.answer.ok ? read.answer.events.filter(isChange) : 'failed';
  return read.state === 'failed' ? 'failed' : null;
}
