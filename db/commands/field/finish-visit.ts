import { count, eq } from 'drizzle-orm';
import { mayDo, operationsOf } from '../../../machines/access/permissions.ts';
import { derivationOf, missingEvidence, repeatedItemText } from '../../../machines/visit/closing.ts';
import type { Evidence } from '../../../machines/visit/steps.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { encodeSignature } from '../../pictures/signature.ts';
import { type ClosureReason, reasonColumns } from '../../reads/visits/closing.ts';
import { lockStep } from '../../record/lock-step.ts';
import { reported } from '../../record/moment-of-step.ts';
import { typeNow } from '../../record/names-now.ts';
import { decideStep, recordStep } from '../../record/take-step.ts';
import { type Context, command, type Frame } from '../../record/transact.ts';
import { findVisit, type VisitRow } from '../../record/visit-row.ts';
import { items as itemTable, reasons, visitPhotos } from '../../schema/index.ts';
import { askCustomer } from '../conversation/ask-customer.ts';
import { readFieldSettings } from './field-settings.ts';
import { type FinishVisitInput, finishVisitInput } from './finish-visit-input.ts';

const pngPrefix = 'data:image/png;base64,';

/**
 * Close a visit with its evidence (S1 §4 'Closing', §5 'Finish visit'). A reason that cancels marks it
 * cancelled, one that finalizes finished, others leave it pending. A reason that fulfils the order closes the
 * order in the same transaction.
 */
export const finishVisit = command({
  name: 'finishVisit',
  input: finishVisitInput,
  async prepare(context, input) {
    return input.signature ? withOwnSignature(context, { ...input, signature: input.signature }) : input;
  },
  async run(frame, input) {
    const begun = await lockStep(frame, input);
    if (isRefusal(begun)) return begun;
    const { visit, moment } = begun;
    const otherOrder = refuseOtherOrder(visit, await withTypeNow(frame, visit, input));
    if (otherOrder) return otherOrder;
    const reason = await findReason(frame, input.status);
    if (!reason) return missingEvidence(reason, { ...given(input), proof: null })!;
    const isOwn = visit.technicianId !== null && visit.technicianId === frame.actor.technicianId;
    if (!isOwn && reason.cancels && !mayDo(frame.actor, 'can_cancel_visit'))
      return refuse('may-not-cancel-visit');

    const { departs, arrival } = await readFieldSettings(frame.tx, visit.technicianId, visit.operation);
    const step = {
      type: 'CLOSE',
      reason,
      technicianId: frame.actor.technicianId,
      mayCloseAny: mayDo(frame.actor, 'can_finish_visit'),
      departs,
      arrival,
      evidence: {},
    } as const;
    const allowed = decideStep(frame, visit, step);
    if (isRefusal(allowed)) return allowed;
    const evidence = await checkEvidence(frame, visit, reason, input);
    if (isRefusal(evidence)) return evidence;
    const decision = decideStep(frame, visit, { ...step, evidence: evidence.facts });
    if (isRefusal(decision)) return decision;
    const { visit: next } = decision;
    recordStep(frame, visit, decision, {
      data: {
        from: { statusId: visit.statusId, onTheWay: visit.onTheWay, delayed: visit.delayed },
        to: {
          statusId: next.statusId,
          reason: reason.text,
          derivationType: evidence.facts.derivationType,
        },
        ...(input.extra_comments ? { note: input.extra_comments } : {}),
      },
      notices: next.finished ? await askCustomer(frame, visit) : [],
    });
    if (evidence.items.length > 0)
      await frame.tx`insert into visit_items ${frame.tx(evidence.items as never)}`;
    if (reason.finalizesOrder && input.finish_order !== false)
      await fulfilOrder(frame, visit, input.repair_code);
    return {
      visit_id: visit.id,
      status_id: next.statusId,
      finished: next.finished,
      cancelled: next.cancelled,
      ...reported(moment),
    };
  },
});

/** The signature re-encoded, of a visit that the actor may close; whether it can be closed now is asked by the step. */
async function withOwnSignature<Input extends { visit_id: number; signature: string }>(
  { db, actor }: Context,
  input: Input,
): Promise<Input | Refusal> {
  const visit = await findVisit(db.sql, input.visit_id, operationsOf(actor));
  if (!visit) return refuse('visit-unknown');
  const isOwn = visit.technicianId !== null && visit.technicianId === actor.technicianId;
  // The step refuses it, in the words that fit the visit's state.
  if (!isOwn && !mayDo(actor, 'can_finish_visit')) return { ...input, signature: 'invalid' };
  const encoded = await encodeSignature(db, actor.userId, input.signature);
  if (isRefusal(encoded)) return encoded;
  const signature = encoded === 'invalid' ? encoded : `${pngPrefix}${encoded.toString('base64')}`;
  return { ...input, signature };
}

const bytesOf = (signature: string): Buffer | 'invalid' =>
  signature.startsWith(pngPrefix) ? Buffer.from(signature.slice(pngPrefix.length), 'base64') : 'invalid';

/** A form that was kept on a phone may have an order type that was merged since. */
async function withTypeNow(
  { tx }: Frame,
  visit: VisitRow,
  input: FinishVisitInput,
): Promise<FinishVisitInput> {
  if (input.order_type === null || input.order_type === visit.orderType) return input;
  const [row] = await tx<{ type: number }[]>`select ${typeNow(tx, input.order_type)} as type`;
  return { ...input, order_type: row!.type };
}

/** The order in the form has to be the visit's (S1 §3 'Finish form'). */
function refuseOtherOrder(visit: VisitRow, input: FinishVisitInput): Refusal | null {
  const fields = {
    ...(input.order_number !== null && input.order_number !== visit.orderNumber
      ? { order_number: refuse('other-order').text }
      : {}),
    ...(input.order_type !== null && input.order_type !== visit.orderType
      ? { order_type: refuse('other-order').text }
      : {}),
  };
  return Object.keys(fields).length > 0 ? refuse('other-order', { fields }) : null;
}

async function findReason({ tx }: Frame, value: number): Promise<ClosureReason | undefined> {
  const [reason] = await typed(tx).select(reasonColumns).from(reasons).where(eq(reasons.value, value));
  return reason;
}

const given = (input: FinishVisitInput) => ({
  repairCode: input.repair_code,
  comments: input.extra_comments,
  derivationType: input.derivation_type,
});

/** @returns null: it is not the visit's technician who closes it */
async function findProof({ tx, actor }: Frame, visit: VisitRow, input: FinishVisitInput) {
  if (visit.technicianId === null || visit.technicianId !== actor.technicianId) return null;
  const [stored] = await typed(tx)
    .select({ photos: count() })
    .from(visitPhotos)
    .where(eq(visitPhotos.visitId, visit.id));
  return { signed: !!input.signature, photos: stored!.photos + (input.photos ?? 0) };
}

type Item = { visitId: number; kind: 'material' | 'labor'; code: string; name: string; amount: number };

async function checkEvidence(
  frame: Frame,
  visit: VisitRow,
  reason: ClosureReason,
  input: FinishVisitInput,
): Promise<{ facts: Evidence; items: Item[] } | Refusal> {
  const missing = missingEvidence(reason, { ...given(input), proof: await findProof(frame, visit, input) });
  if (missing) return missing;
  if (reason.finalizesOrder && !(await repairCodeExists(frame, input.repair_code!)))
    return missingEvidence(reason, { ...given(input), repairCode: null, proof: null })!;
  const signature = reason.finalizes && input.signature ? bytesOf(input.signature) : null;
  if (signature === 'invalid')
    return refuse('signature-invalid', { fields: { signature: refuse('signature-invalid').text } });
  const items = await checkItems(frame, visit, input);
  if (isRefusal(items)) return items;
  const facts = {
    derivationType: derivationOf(reason, input.derivation_type),
    repairCode: input.repair_code,
    extraComments: input.extra_comments,
    materialComments: input.material_comments,
    laborComments: input.labor_comments,
    signature,
    signatureName: signature ? input.signature_name : null,
  };
  return { facts, items };
}

async function repairCodeExists({ tx }: Frame, code: string): Promise<boolean> {
  return (await tx`select 1 from repair_codes where code = ${code}`).count === 1;
}

const fieldOf = { material: 'materials', labor: 'labors' } as const;

/** S1 §5: only while the operation allows it, not too long after the order closed, and only once per order. */
async function checkItems(frame: Frame, visit: VisitRow, input: FinishVisitInput): Promise<Item[] | Refusal> {
  if (input.set_materials === false) return [];
  const sentItems = [
    ...input.materials.map((item) => ({ ...item, kind: 'material' as const })),
    ...input.labors.map((item) => ({ ...item, kind: 'labor' as const })),
  ];
  if (sentItems.length === 0) return [];
  const refuseItems = (code: RefusalCode, kinds: Item['kind'][]) =>
    refuse(code, {
      fields: Object.fromEntries(kinds.map((kind) => [fieldOf[kind], refuse(code).text])),
    });
  const sentKinds = [...new Set(sentItems.map(({ kind }) => kind))];
  const { tx } = frame;
  const [may] = await tx<{ allowed: boolean; inTime: boolean; has: boolean }[]>`
    select o.allow_enter_materials_and_labors as allowed,
      (w.closed_at is null or ${frame.now}::timestamptz < w.closed_at + o.items_within_days * interval '1 day') as in_time,
      exists (select 1 from order_visits a join visit_items i on i.visit_id = a.visit_id where a.order_number = w.number) as has
    from orders w join operations o on o.code = w.operation where w.number = ${visit.orderNumber}`;
  if (!may?.allowed) return refuseItems('items-not-allowed', sentKinds);
  if (!may.inTime) return refuseItems('items-too-late', sentKinds);
  if (may.has) return refuseItems('items-already-entered', sentKinds);
  const codes = sentItems.map((item) => item.code);
  const catalogueItems = await typed(tx).select().from(itemTable).where(anyOf(itemTable.code, codes));
  const byCode = new Map<string, Item>();
  for (const { kind, code, amount: quantity } of sentItems) {
    const item = catalogueItems.find((candidate) => candidate.kind === kind && candidate.code === code);
    if (!item) return refuseItems('item-unknown', [kind]);
    if (byCode.has(`${kind}.${code}`)) {
      const text = repeatedItemText(kind, item.name);
      return refuse('item-repeated', { text, fields: { [fieldOf[kind]]: text } });
    }
    byCode.set(`${kind}.${code}`, { visitId: visit.id, kind, code, name: item.name, amount: quantity });
  }
  return [...byCode.values()];
}

async function fulfilOrder(frame: Frame, visit: VisitRow, repairCode: string | null) {
  const { tx, now } = frame;
  const done = await tx`
    update orders set status_id = 3, closed_at = ${now}, repair_code = ${repairCode},
      closed_by_technician_id = ${visit.technicianId}
    from operations o
    where number = ${visit.orderNumber} and status_id <= 2 and o.code = orders.operation and o.can_close_order`;
  if (done.count === 0) return;
  frame.record({
    operation: visit.operation,
    name: 'order.fulfilled',
    visitId: visit.id,
    orderNumber: visit.orderNumber,
    technicianId: visit.technicianId,
    data: { to: { repairCode } },
  });
}
