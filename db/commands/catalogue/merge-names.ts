import { type CatalogueKind, refuseMerge } from '../../../machines/order/catalogue-merge.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { listUses, type NameRow, orderHas, refuseElsewhere } from '../../record/catalogue-names.ts';
import { command, type Frame } from '../../record/transact.ts';
import { centreOfNodes } from '../intake/node-centres.ts';
import { lockNames } from './lock-names.ts';
import { mergeNamesInput } from './merge-names-input.ts';
import { type MovedWork, mostOrders, moveSettings, moveWork } from './move-references.ts';

/**
 * Merge a name of a catalogue into another: a symptom, a node of an operation, or an order type. What refers to it gets
 * the other; its own row stays as another name for it, so that the next intake that names it adds nothing.
 */
export const mergeNames = command({
  name: 'mergeNames',
  input: mergeNamesInput,
  async run(frame, { kind, ...pair }) {
    if (pair.from === pair.into) return refuse('merge-into-itself');
    const names = await lockNames(frame, kind, pair);
    if (isRefusal(names)) return names;
    const refusal = refuseMerge(names.from, names.into);
    if (refusal) return refusal;
    const { tx, actor, now } = frame;
    const uses = await listUses(tx, { kind, from: names.from });
    const elsewhere = uses.filter(({ code }) => !actor.operations.includes(code));
    if (elsewhere.length > 0) return refuseElsewhere(names.from.name, elsewhere);
    const operations = uses.map(({ code }) => code);
    const [counted] = await tx<{ orders: number }[]>`
      select count(*)::int as orders from (
        select from orders w where ${orderHas(tx, kind, names.from.id)} limit ${mostOrders + 1}) counted`;
    if (counted!.orders > mostOrders) return refuseMany(names.from.name);
    const work = await moveWork(tx, { kind, ...names }, operations);
    const settings = await moveSettings(tx, { kind, ...names });
    if (kind === 'node') await centreOfNodes(tx, [names.into.id]);
    const [merge] = await tx<{ id: number }[]>`
      insert into catalogue_merges (kind, operation, from_id, into_id, at, actor_id, actor_name, operations, orders, pending, visits, settings)
      values (${kind}, ${names.from.operation}, ${names.from.id}, ${names.into.id}, ${now}, ${actor.userId}, ${actor.fullName},
        ${operations}::text[], ${work.orders}::text[], ${work.pending}, ${work.visits}::int[], ${tx.json(settings as never)})
      returning id`;
    recordMerge(frame, operations, { id: merge!.id, kind, change: 'merged', ...names }, work);
    return { id: merge!.id, orders: work.orders.length, pending: work.pending, visits: work.visits.length };
  },
});

const refuseMany = (name: string) =>
  refuse('too-many-to-merge', {
    text: `“${name}” tiene más de ${mostOrders.toLocaleString('es-AR')} OT, que es lo que mueve una unión: uní el otro nombre con este.`,
  });

type Merge = {
  id: number;
  kind: CatalogueKind;
  change: 'merged' | 'restored';
  from: NameRow;
  into: NameRow;
};

/** An event in each operation that it concerns; where none has the name, in those of the user, whose lists change. */
export function recordMerge(
  frame: Frame,
  operations: string[],
  merge: Merge,
  work: Omit<MovedWork, 'pending'>,
): void {
  const { id, kind, change, from, into } = merge;
  const concerned = operations.length > 0 ? operations : frame.actor.operations;
  for (const operation of concerned)
    frame.record({
      operation,
      name: 'names.merged',
      data: {
        ...{ change, mergeId: id, kind },
        from: { id: from.id, name: from.name },
        to: { id: into.id, name: into.name },
        orders: work.orders.filter((number) => number.startsWith(operation)).length,
      },
    });
}
