import type { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { lengthOf, textLimits } from '../../../machines/words/text-limits.ts';
import { flag, text } from '../input.ts';

const reasonRequired = refuse('overbook-reason-required').text;

/** Going over a slot's capacity on purpose (contract §10): of commands that put visits into a slot. */
export const overbookFields = {
  overbook: flag.nullish().transform((value) => value ?? false),
  overbook_reason: text(textLimits.reason, reasonRequired, reasonRequired)
    .nullish()
    .transform((value) => value?.trim() ?? ''),
};

/** The reason is required with `overbook`, and ignored without. */
export function checkOverbook(
  input: { overbook: boolean; overbook_reason: string },
  context: z.core.$RefinementCtx,
): void {
  if (input.overbook && lengthOf(input.overbook_reason) < 5)
    context.addIssue({ code: 'custom', path: ['overbook_reason'], message: reasonRequired });
}
