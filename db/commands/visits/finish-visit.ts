import { z } from 'zod';
import { mayDo, operationsOf } from '../../../machines/access/permissions.ts';
import type { Evidence, Reason } from '../../../machines/visit/steps.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../../machines/words/refusals.ts';
import { encodeSignature } from '../../pictures/signature.ts';
import { isStillCurrent } from '../../record/is-still-current.ts';
import { decideStep, recordStep } from '../../record/take-step.ts';
import { type Context, command, type Frame } from '../../record/transact.ts';
import { lockVisit, type VisitRow } from '../../record/visit-row.ts';
import { askCustomer } from '../conversation/ask-customer.ts';
import { countOf, elevenDigits, id, optional, seenVersion, text, wholeNumber } from '../input.ts';

const pngPrefix = 'data:image/png;base64,';
/** 300 kB in base64, with a margin. */
const maxSignatureText = 420_000;
const reasonRequired = refuse('reason-required').text;
const repairCodeRequired = refuse('repair-code-required').text;

/** S1 §5 'Quantity inputs': whole, at most 7 digits, no leading zero or spaces; empty is 0. */
const amount = z.union(
  [
    z.number().int('La cantidad debe ser un número entero.').min(0).max(9_999_999),
    z
      .string()
      .regex(/^(|0|[1-9]\d{0,6})$/)
      .transform(Number),
  ],
  'La cantidad debe ser un número entero de hasta 7 dígitos.',
);
const items = z
  .array(z.object({ code: text(40), amount }))
  .max(500)
  .nullish()
  .transform((list) => (list ?? []).filter((item) => item.amount > 0));

export const finishVisitInput = z.object({
  visit_id: id,
  status: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      reasonRequired,
    )
    .pipe(z.number().int(reasonRequired).min(1, reasonRequired).max(2_147_483_647, reasonRequired)),
  extra_comments: optional(text(2000, undefined, refuse('cancel-note-required').text)),
  material_comments: optional(text(2000)),
  labor_comments: optional(text(2000)),
  signature: optional(text(maxSignatureText, 'La firma es demasiado grande.')),
  signature_name: optional(text(120)),
  materials: items,
  labors: items,
  set_materials: z.boolean().nullish(),
  /** False: the order stays open, although the reason would fulfil it. */
  finish_order: z.boolean().nullish(),
  /** The visit's own order: another number or type is refused. */
  order_number: optional(elevenDigits),
  order_type: optional(wholeNumber()),
  repair_code: optional(text(40, repairCodeRequired, repairCodeRequired)),
  derivation_type: optional(wholeNumber(undefined, refuse('cannot-derive').text)),
  version: seenVersion,
});

export type FinishVisitInput = z.output<typeof finishVisitInput>;

/** The closing itself, with a re-encoded signature. */
const finish = command({
  name: 'finishVisit',
  input: finishVisitInput,
  async run(frame, input) {
    const visit = await lockVisit(frame.tx, input.visit_id, operationsOf(frame.actor));
    if (!visit) return refuse('visit-unknown');
    if (input.version != null && !(await isStillCurrent(frame.tx, visit, input.version)))
      return refuse('stale-version', { visitId: visit.id });
    const otherOrder = refuseOtherOrder(visit, input);
    if (otherOrder) return otherOrder;
    const reason = await findReason(frame, input.status);
    if (!reason) return refuse('reason-required', { fields: { status: reasonRequired } });
    const isOwn = visit.technicianId !== null && visit.technicianId === frame.actor.technicianId;
    if (!isOwn && reason.cancels && !mayDo(frame.actor, 'can_cancel_visit'))
      return refuse('may-not-cancel-visit');

    const step = {
      type: 'CLOSE',
      reason,
      technicianId: frame.actor.technicianId,
      mayCloseAny: mayDo(frame.actor, 'can_finish_visit'),
      departs: await departs(frame, visit.technicianId),
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
    };
  },
});

/**
 * Close a visit with its evidence (S1 §4 'Closing', §5 'Finish visit'). A reason that cancels marks it
 * cancelled, one that finalizes finished, others leave it pending. A reason that fulfils the order closes the
 * order in the same transaction.
 */
export const finishVisit = Object.assign(
  async (context: Context, raw: unknown) => finish(context, await withOwnSignature(raw)),
  { schema: finish.schema, permission: finish.permission, commandName: finish.commandName },
);

/** Re-encodes the signature before the transaction, which must not wait for it. */
async function withOwnSignature(raw: unknown): Promise<unknown> {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { signature } = raw as { signature?: unknown };
  if (typeof signature !== 'string' || signature === '' || signature.length > maxSignatureText) return raw;
  const encoded = await encodeSignature(signature);
  return { ...raw, signature: encoded === 'invalid' ? encoded : `${pngPrefix}${encoded.toString('base64')}` };
}

const bytesOf = (signature: string): Buffer | 'invalid' =>
  signature.startsWith(pngPrefix) ? Buffer.from(signature.slice(pngPrefix.length), 'base64') : 'invalid';

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

type ClosingReason = Reason & { derivationType: number | null };

/** The closing's derivation: as sent, else by its reason's text, else Contratista (S1 §5). */
const derivationOf = (reason: ClosingReason, input: FinishVisitInput): number | null =>
  reason.derives ? (input.derivation_type ?? reason.derivationType ?? 2) : null;

async function findReason({ tx }: Frame, value: number): Promise<ClosingReason | undefined> {
  const [reason] = await tx<ClosingReason[]>`
    select value, text, cancels, finalizes, finalizes_order, derives, reschedules, derivation_type from reasons where value = ${value}`;
  return reason;
}

/** Whether the visit's technician uses 'Voy en camino', by their first operation (S1 §2). */
async function departs({ tx }: Frame, technicianId: number | null): Promise<boolean> {
  if (technicianId === null) return false;
  const [row] = await tx<{ allowed: boolean }[]>`
    select o.on_the_way_allowed as allowed from technicians t
    join user_operations u on u.user_id = t.user_id join operations o on o.code = u.operation
    where t.id = ${technicianId} order by u.position, u.operation limit 1`;
  return row?.allowed ?? false;
}

type Item = { visitId: number; kind: 'material' | 'labor'; code: string; name: string; amount: number };

async function checkEvidence(
  frame: Frame,
  visit: VisitRow,
  reason: ClosingReason,
  input: FinishVisitInput,
): Promise<{ facts: Evidence; items: Item[] } | Refusal> {
  if (reason.finalizesOrder && !(input.repair_code && (await repairCodeExists(frame, input.repair_code))))
    return refuse('repair-code-required', { fields: { repair_code: repairCodeRequired } });
  if (reason.cancels && countOf((input.extra_comments ?? '').trim()) < 5)
    return refuse('cancel-note-required', {
      fields: { extra_comments: refuse('cancel-note-required').text },
    });
  if (![null, 1, 2].includes(derivationOf(reason, input)))
    return refuse('cannot-derive', { fields: { derivation_type: refuse('cannot-derive').text } });
  const signature = reason.finalizes && input.signature ? bytesOf(input.signature) : null;
  if (signature === 'invalid')
    return refuse('signature-invalid', { fields: { signature: refuse('signature-invalid').text } });
  const items = await checkItems(frame, visit, input);
  if (isRefusal(items)) return items;
  const facts = {
    derivationType: derivationOf(reason, input),
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
  const wanted = [
    ...input.materials.map((item) => ({ ...item, kind: 'material' as const })),
    ...input.labors.map((item) => ({ ...item, kind: 'labor' as const })),
  ];
  if (wanted.length === 0) return [];
  const refuseItems = (code: RefusalCode, kinds: Item['kind'][]) =>
    refuse(code, {
      fields: Object.fromEntries(kinds.map((kind) => [fieldOf[kind], refuse(code).text])),
    });
  const sentKinds = [...new Set(wanted.map(({ kind }) => kind))];
  const { tx } = frame;
  const [may] = await tx<{ allowed: boolean; inTime: boolean; has: boolean }[]>`
    select o.allow_enter_materials_and_labors as allowed,
      (w.closed_at is null or ${frame.now}::timestamptz < w.closed_at + o.items_within_days * interval '1 day') as in_time,
      exists (select 1 from order_visits a join visit_items i on i.visit_id = a.visit_id where a.order_number = w.number) as has
    from orders w join operations o on o.code = w.operation where w.number = ${visit.orderNumber}`;
  if (!may?.allowed) return refuseItems('items-not-allowed', sentKinds);
  if (!may.inTime) return refuseItems('items-too-late', sentKinds);
  if (may.has) return refuseItems('items-already-entered', sentKinds);
  const known = await tx<{ kind: string; code: string; name: string }[]>`
    select kind, code, name from items where code = any(${wanted.map((item) => item.code)}::text[])`;
  const byCode = new Map<string, Item>();
  for (const { kind, code, amount: quantity } of wanted) {
    const item = known.find((candidate) => candidate.kind === kind && candidate.code === code);
    if (!item || byCode.has(`${kind}.${code}`)) return refuseItems('item-unknown', [kind]);
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
