import type { ArrivalMode } from '../../machines/visit/arrival.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import type { Draft } from './finish-draft.ts';

export type Closing = {
  id: number;
  orderNumber: string;
  orderType: number;
  version: number;
  arrived: boolean;
  arrival: ArrivalMode;
};
export type Reason = ClosingForm['reasons'][number];
type Kind = 'materials' | 'labors';

/** Whether materials or labor may be entered with this order, as far as the form knows (S1 §3 'Subsidiary capabilities'). */
export const mayEnter = ({ capabilities }: ClosingForm, kind: Kind): boolean =>
  capabilities.allowEnterItems &&
  !(kind === 'materials' ? capabilities.haveMaterials : capabilities.haveLabor);

/** What is sent of what was typed: only what the chosen reason asks for (S1 §5 'Finish visit'). */
export function finishInput(visit: Closing, form: ClosingForm, draft: Draft, reason: Reason | undefined) {
  const items = (kind: Kind) =>
    !reason?.cancels && mayEnter(form, kind) ? draft[kind].filter(({ amount }) => Number(amount) > 0) : [];
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
  };
}
