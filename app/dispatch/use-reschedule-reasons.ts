import { useEffect } from 'react';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { useRead } from '../data/use-read.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { visitCardWords as words } from '../words/board/visit-card-words.ts';

/**
 * The reasons to reschedule, read when they are wanted; null: not there yet.
 * @param visitId one of the visits; null: they are not wanted
 * @param close called where they cannot be had
 */
export function useRescheduleReasons(visitId: number | null, close: () => void): ClosureReason[] | null {
  const read = useRead<ClosingForm | null>(visitId === null ? null : `/board/closing/${visitId}`);
  const failed = read.state === 'failed' || (read.state === 'answered' && read.answer === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once a failure
  useEffect(() => {
    if (!failed) return;
    showRefused(words.reasonsFailed);
    close();
  }, [failed]);
  if (read.state !== 'answered' || !read.answer) return null;
  return read.answer.reasons.filter(
    ({ cancels, finalizes, reschedules }) => cancels && !finalizes && reschedules,
  );
}
