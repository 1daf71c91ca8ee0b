import type { ClosingForm } from '../routes/board-closing/route.ts';
import { finishWords } from '../words/visit/closing-words.ts';

type Reason = ClosingForm['reasons'][number];

/** The closure reasons as a person looks for them: done, still pending, cancelled by whom. */
export function groupReasons(reasons: Reason[]): { name: string; reasons: Reason[] }[] {
  const groups: [string, (reason: Reason) => boolean][] = [
    [finishWords.groups.finalizes, (reason) => reason.finalizes],
    [finishWords.groups.pending, (reason) => !reason.finalizes && !reason.cancels],
    [finishWords.groups.client, (reason) => reason.cancels && reason.responsible === 'cliente'],
    [finishWords.groups.company, (reason) => reason.cancels && reason.responsible === 'empresa'],
    [
      finishWords.groups.others,
      (reason) => reason.cancels && reason.responsible !== 'cliente' && reason.responsible !== 'empresa',
    ],
  ];
  return groups
    .map(([name, belongs]) => ({ name, reasons: reasons.filter(belongs) }))
    .filter((group) => group.reasons.length > 0);
}
