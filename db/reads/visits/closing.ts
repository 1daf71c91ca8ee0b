import { desc, eq, sql } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { Reason } from '../../../machines/visit/steps.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { items, reasons, repairCodes } from '../../schema/index.ts';

export type ClosureReason = Reason & {
  responsible: 'cliente' | 'empresa' | 'terceros' | null;
  /** The derivation in the reason's text, if any. */
  derivationType: number | null;
  needsSignature: boolean;
  needsPhoto: boolean;
};

/** A closure reason as forms and closings need it. */
export const reasonColumns = {
  value: reasons.value,
  text: reasons.text,
  cancels: reasons.cancels,
  finalizes: reasons.finalizes,
  finalizesOrder: reasons.finalizesOrder,
  derives: reasons.derives,
  reschedules: reasons.reschedules,
  responsible: reasons.responsible,
  derivationType: reasons.derivationType,
  absence: reasons.absence,
  needsSignature: reasons.needsSignature,
  needsPhoto: reasons.needsPhoto,
};

/**
 * The closure reasons (contract §3): 'all' ignores the two flags; 'or' gives those that finalize (if
 * `finish`) or cancel (if `cancel`); 'and' those whose two properties equal the two flags.
 */
export async function listReasons(
  db: Db,
  filter: { type: 'all' | 'or' | 'and'; finish: boolean; cancel: boolean },
): Promise<ClosureReason[]> {
  const rows = await typed(db.sql)
    .select(reasonColumns)
    .from(reasons)
    .orderBy(desc(reasons.finalizes), reasons.cancels, sql`${reasons.responsible} nulls first`, reasons.text);
  const { type, finish, cancel } = filter;
  return rows.filter((reason) => {
    if (type === 'all') return true;
    if (type === 'or') return (finish && reason.finalizes) || (cancel && reason.cancels);
    return reason.finalizes === finish && reason.cancels === cancel;
  });
}

export const listRepairCodes = async (db: Db) =>
  typed(db.sql).select().from(repairCodes).orderBy(repairCodes.text);

export const listItems = async (db: Db, kind: 'material' | 'labor') =>
  typed(db.sql)
    .select({ code: items.code, name: items.name })
    .from(items)
    .where(eq(items.kind, kind))
    .orderBy(items.name);

/** The closing form's options for a visit's order (S1 §3 'Subsidiary capabilities'). */
export type Capabilities = {
  orderCanceled: boolean;
  orderFulfilled: boolean;
  orderTechnicianId: number | null;
  canCloseOrder: boolean;
  /**
   * False when the operation does not use items, too many days have passed since the order closed, or it has
   * some already (S1 §5).
   */
  allowEnterItems: boolean;
  haveLabor: boolean;
  haveMaterials: boolean;
};

export async function findCapabilities(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  visitId: number,
): Promise<Capabilities | undefined> {
  const [row] = await db.sql<Capabilities[]>`
    select *, allowed and not (have_labor or have_materials) as allow_enter_items from (
    select w.status_id > 3 as order_canceled, w.status_id = 3 as order_fulfilled, w.closed_by_technician_id as order_technician_id,
      o.can_close_order, o.allow_enter_materials_and_labors
        and (w.closed_at is null or now() < w.closed_at + o.items_within_days * interval '1 day') as allowed,
      exists (select 1 from order_visits a join visit_items i on i.visit_id = a.visit_id
        where a.order_number = w.number and i.kind = 'labor') as have_labor,
      exists (select 1 from order_visits a join visit_items i on i.visit_id = a.visit_id
        where a.order_number = w.number and i.kind = 'material') as have_materials
    from visits v join orders w on w.number = v.order_number join operations o on o.code = v.operation
    where v.id = ${visitId} and v.operation = any(${operationsOf(actor)}::text[])) w`;
  return row;
}
