import { z } from 'zod';
import { operationsOf, refusedBy } from '../../../machines/access/permissions.ts';
import { daysBefore, permissionOfKind, undoDays } from '../../../machines/order/catalogue-merge.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { catalogues, type NameRow, orderHas, visitHas } from '../../record/catalogue-names.ts';
import { renameVisits } from '../../record/save-visits.ts';
import { command, type Frame } from '../../record/transact.ts';
import type { Columns, catalogueMerges } from '../../schema/index.ts';
import { id } from '../input.ts';
import { centreOfNodes } from '../intake/node-centres.ts';
import { lockNames } from './lock-names.ts';
import { recordMerge } from './merge-names.ts';
import { lockSkills } from './move-references.ts';

export const undoMergeInput = z.object({ id });

type Merge = Columns<
  typeof catalogueMerges,
  'id' | 'kind' | 'fromId' | 'intoId' | 'at' | 'undoneAt' | 'operations' | 'orders' | 'visits' | 'settings'
>;

/**
 * Take a merge back: the name has its orders, visits and settings again, as far as they still have what the merge gave
 * them. What came for the name since then stays with the other, for an intake does not keep which of the two it said.
 */
export const undoMerge = command({
  name: 'undoMerge',
  input: undoMergeInput,
  async run(frame, input) {
    const { tx, actor, now } = frame;
    const [merge] = await tx<Merge[]>`select * from catalogue_merges where id = ${input.id}`;
    const reach = operationsOf(actor);
    // One of other operations alone is as one that never was.
    const isForeign =
      merge && merge.operations.length > 0 && !merge.operations.some((code) => reach.includes(code));
    if (!merge || isForeign) return refuse('merge-not-undoable', { text: 'Esa unión no existe.' });
    const refused = refusedBy(actor, permissionOfKind[merge.kind]);
    if (refused) return refuse(refused);
    if (!merge.operations.every((code) => reach.includes(code))) return refuse('name-used-elsewhere');
    const names = await lockNames(frame, merge.kind, { from: merge.fromId, into: merge.intoId });
    if (isRefusal(names)) return names;
    const refusal = await refuseUndo(frame, merge, names);
    if (refusal) return refusal;
    const orders = await moveBack(frame, merge, names);
    await restoreSettings(frame, merge);
    if (merge.kind === 'node') await centreOfNodes(tx, [merge.fromId, merge.intoId]);
    await tx`
      update catalogue_merges set undone_at = ${now}, undone_by = ${actor.fullName} where id = ${merge.id}`;
    recordMerge(
      frame,
      merge.operations,
      { id: merge.id, kind: merge.kind, change: 'restored', ...names },
      orders,
    );
    return { id: merge.id, orders: orders.orders.length, visits: orders.visits.length };
  },
});

const tooLate = (text: string) => refuse('merge-not-undoable', { text });

async function refuseUndo(
  { tx, now }: Frame,
  merge: Merge,
  { from, into }: { from: NameRow; into: NameRow },
): Promise<Refusal | null> {
  // Read again under the lock.
  const [state] = await tx<{ undone: boolean }[]>`
    select undone_at is not null as undone from catalogue_merges where id = ${merge.id}`;
  if (state!.undone) return tooLate('Esa unión ya se deshizo.');
  if (into.mergedInto !== null)
    return tooLate(`“${into.name}” se unió después con “${into.mergedInto}”: deshacé primero esa unión.`);
  if (from.mergedInto !== into.name) return tooLate(`“${from.name}” ya no está unido con “${into.name}”.`);
  return merge.at < daysBefore(now, undoDays)
    ? tooLate(`Pasaron más de ${undoDays} días: esa unión ya no se puede deshacer.`)
    : null;
}

/** The orders and visits that the merge moved and that still have the other name. */
async function moveBack(
  { tx }: Frame,
  { kind, orders, visits }: Merge,
  { from, into }: { from: NameRow; into: NameRow },
): Promise<{ orders: string[]; visits: number[] }> {
  const { order, visit } = catalogues[kind];
  const lockedVisits = await tx<{ id: number }[]>`
    select v.id from unnest(${visits}::int[]) m (id) join visits v on v.id = m.id
    where ${visitHas(tx, kind, into)} order by v.id for no key update of v`;
  const ids = lockedVisits.map((row) => row.id);
  if (ids.length > 0) await renameVisits(tx, ids, visit, kind === 'node' ? from.name : from.id);
  const moved = await tx<{ number: string }[]>`
    with held as materialized (
      select w.number from orders w where w.number = any(${orders}::text[]) and ${orderHas(tx, kind, into.id)}
      order by w.number for no key update)
    update orders w set ${tx(order)} = ${from.id} from held h where w.number = h.number returning w.number`;
  return { orders: moved.map(({ number }) => number), visits: ids };
}

async function restoreSettings({ tx }: Frame, { kind, fromId, intoId, settings }: Merge): Promise<void> {
  const { table, id } = catalogues[kind];
  await tx`update ${tx(table)} set merged_into = null where ${tx(id)} = ${fromId}`;
  await tx`
    update ${tx(table)} set merged_into = ${fromId} where merged_into = ${intoId} and ${tx(id)} = any(${settings.aliases}::int[])`;
  for (const { operation, before, version } of settings.priorities)
    await tx`
      update priorities set priority = ${before ?? 0}, version = version + 1
      where operation = ${operation} and symptom_id = ${intoId} and version = ${version}`;
  if (settings.needs.length > 0) await restoreNeeds({ tx }, settings.needs);
  if (settings.views.length > 0)
    await tx`
      update saved_views set filters = regexp_replace(filters, ${`(^|&)(clase|tipo)=${intoId}(?=&|$)`}, ${`\\1\\2=${fromId}`}, 'g')
      where id = any(${settings.views}::text[])`;
  if (settings.zone) await restoreZone({ tx }, fromId, intoId, settings.zone);
}

/** As they were, where their skill is still there and was not given the same need since. */
async function restoreNeeds({ tx }: Pick<Frame, 'tx'>, needs: Merge['settings']['needs']): Promise<void> {
  await lockSkills(tx, needs);
  const moved = needs.flatMap((need) => (need.moved ? [need.id] : []));
  await tx`delete from skill_needs where id = any(${moved}::int[])`;
  await tx`
    insert into skill_needs (skill_id, order_type, symptom_id)
    select x."skillId", x."orderType", x."symptomId"
    from jsonb_to_recordset(${tx.json(needs)}) as x ("skillId" int, "orderType" int, "symptomId" int)
    where exists (select 1 from skills s where s.id = x."skillId") and not exists (select 1 from skill_needs n
      where n.skill_id = x."skillId" and n.order_type is not distinct from x."orderType" and n.symptom_id is not distinct from x."symptomId")`;
}

async function restoreZone(
  { tx }: Pick<Frame, 'tx'>,
  fromId: number,
  intoId: number,
  zone: NonNullable<Merge['settings']['zone']>,
): Promise<void> {
  const [updatedZone] = await tx`
    update zones set version = version + 1 where id = ${zone.id} and deleted_at is null returning id`;
  if (!updatedZone) return;
  await tx`update nodes set zone_id = ${zone.id} where id = ${fromId}`;
  if (zone.taken) await tx`update nodes set zone_id = null where id = ${intoId} and zone_id = ${zone.id}`;
}
