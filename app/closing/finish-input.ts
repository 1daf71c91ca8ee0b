import { type ArrivalMode, lacksArrival } from '../../machines/visit/arrival.ts';
import { missingEvidence } from '../../machines/visit/closing.ts';
import { refuse } from '../../machines/words/refusals.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import type { Draft } from './finish-draft.ts';

export type Closing = {
  id: number;
  orderNumber: string;
  clientName: string;
  orderType: number;
  version: number;
  arrived: boolean;
  arrival: ArrivalMode;
};
export type Reason = ClosingForm['reasons'][number];
type Kind = 'materials' | 'labors';

/** The command's names of the fields that can be wrong. */
export const nameOf: Partial<Record<keyof Draft, string>> = {
  status: 'status',
  repairCode: 'repair_code',
  derivation: 'derivation_type',
  note: 'extra_comments',
  signature: 'signature',
};

/** Whether materials or labor may be entered with this order, as far as the form knows (S1 §3 'Subsidiary capabilities'). */
export const mayEnter = ({ capabilities }: ClosingForm, kind: Kind): boolean =>
  capabilities.allowEnterItems &&
  !(kind === 'materials' ? capabilities.haveMaterials : capabilities.haveLabor);

/**
 * What is sent of what was typed: only what the chosen reason asks for (S1 §5 'Finish visit').
 * @param waitingPhotos of the visit, on this device
 */
export function finishInput(
  visit: Closing,
  form: ClosingForm,
  draft: Draft,
  reason: Reason | undefined,
  waitingPhotos = 0,
) {
  const items = (kind: Kind) =>
    !reason?.cancels && mayEnter(form, kind)
      ? draft[kind].filter(({ amount }) => amount !== '' && Number(amount) !== 0)
      : [];
  const materials = items('materials');
  const labors = items('labors');
  const fulfills = reason?.finalizesOrder ?? false;
  return {
    visit_id: visit.id,
    order_number: visit.orderNumber,
    order_type: visit.orderType,
    status: Number(draft.status),
    extra_comments: draft.note,
    repair_code: fulfills ? draft.repairCode : null,
    finish_order: fulfills,
    derivation_type: reason?.derives ? Number(draft.derivation) : null,
    set_materials: materials.length + labors.length > 0,
    materials,
    labors,
    material_comments: draft.materialComments,
    labor_comments: draft.laborComments,
    signature: reason?.finalizes ? draft.signature : null,
    signature_name: reason?.finalizes ? draft.signatureName : null,
    photos: waitingPhotos,
  };
}

export type FinishInput = ReturnType<typeof finishInput>;

/**
 * What the chosen reason asks for and is not there, by the command's names; null: nothing.
 * @param field of the technician who closes it, `photos` those that were sent and those that wait; null: a dispatcher does
 */
export function lackingIn(
  reason: Reason | undefined,
  input: FinishInput,
  field: { arrived: boolean; mode: ArrivalMode; photos: number } | null,
): Record<string, string> | null {
  const missing = missingEvidence(reason, {
    repairCode: input.repair_code,
    comments: input.extra_comments,
    derivationType: input.derivation_type,
    proof: field && { signed: !!input.signature, photos: field.photos },
  });
  if (missing) return missing.fields ?? {};
  return reason && field && lacksArrival(reason, field, field.mode)
    ? { status: refuse('arrival-required').text }
    : null;
}
