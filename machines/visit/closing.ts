import { type Refusal, refuse } from '../words/refusals.ts';

/** What a closure reason asks for (S1 §3 'Closure reason'). */
type Asking = {
  cancels: boolean;
  derives: boolean;
  finalizes: boolean;
  finalizesOrder: boolean;
  derivationType: number | null;
  needsSignature: boolean;
  needsPhoto: boolean;
};
type Given = {
  repairCode: string | null;
  comments: string | null;
  derivationType: number | null;
  /** Of the technician who closes it: `photos` counts those on the way too. Null: the office closes it. */
  proof: { signed: boolean; photos: number } | null;
};

/** To the contractor, unless the closing or the reason's text says otherwise (S1 §5 'Finish visit'). */
const toContractor = 2;

/** Where the closing derives to; null: this reason derives nowhere. */
export const derivationOf = (
  reason: Pick<Asking, 'derives' | 'derivationType'>,
  named: number | null,
): number | null => (reason.derives ? (named ?? reason.derivationType ?? toContractor) : null);

/**
 * What a closing lacks for its reason (S1 §5 'Finish visit'): the form asks it before it sends, the command before it
 * decides. @returns null: nothing
 */
export function missingEvidence(reason: Asking | undefined, given: Given): Refusal | null {
  if (!reason) return missing('reason-required', 'status');
  if (reason.finalizesOrder && !given.repairCode) return missing('repair-code-required', 'repair_code');
  if (reason.cancels && [...(given.comments ?? '').trim()].length < 5)
    return missing('cancel-note-required', 'extra_comments');
  if (![null, 1, 2].includes(derivationOf(reason, given.derivationType)))
    return missing('cannot-derive', 'derivation_type');
  if (reason.needsSignature && reason.finalizes && given.proof?.signed === false)
    return missing('signature-required', 'signature');
  if (reason.needsPhoto && given.proof?.photos === 0) return missing('photo-required', 'photos');
  return null;
}

const missing = (code: Parameters<typeof refuse>[0], field: string) =>
  refuse(code, { fields: { [field]: refuse(code).text } });

/** Of one material or task in a closing (S1 §5 'Quantity inputs'). */
export const mostOfItem = 9_999_999;
export const wrongAmount = 'La cantidad debe ser un número entero de hasta 7 dígitos.';

/** Whether a text is an amount: whole, without leading zeros; empty is 0. */
export const isAmount = (text: string): boolean => /^(|0|[1-9]\d{0,6})$/.test(text);

export const repeatedItemText = (kind: 'material' | 'labor', name: string): string =>
  kind === 'material' ? `El material ${name} está repetido.` : `La tarea ${name} está repetida.`;
