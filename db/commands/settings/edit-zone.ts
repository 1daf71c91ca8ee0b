import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { command, type Frame } from '../../record/transact.ts';
import { type Columns, nodes as nodeTable, zones } from '../../schema/index.ts';
import { editZoneInput } from './edit-zone-input.ts';
import { type LockedZone, lockZone, serializeZones } from './lock-zone.ts';

type Input = z.output<typeof editZoneInput>;
type Node = Columns<typeof nodeTable, 'id' | 'name' | 'operation' | 'zoneId'>;

/**
 * Create a zone from unassigned nodes, or change one (S2 §2 'Zone editor', §4, §5): its operation is fixed
 * once it exists, and a node belongs to one zone.
 */
export const editZone = command({
  name: 'editZone',
  input: editZoneInput,
  permission: 'can_edit_zones',
  async run(frame, input) {
    const zone =
      input.id === null ? await prepareZone(frame, input) : await lockZone(frame, input.id, input.version);
    if (isRefusal(zone)) return zone;
    if (input.subsidiary_id != null && input.subsidiary_id !== zone.operation)
      return refuseField('zone-operation-fixed', 'subsidiary_id');
    const nodes = await readNodes(frame, zone, input.selected_nodes);
    const refusal =
      refuseNodes(zone, nodes, input.selected_nodes) ?? (await refuseName(frame, zone, input.name));
    if (refusal) return refusal;
    const added = nodes.filter(({ zoneId }) => zone.id === 0 || zoneId !== zone.id).filter(isChosen(input));
    const removed = nodes.filter((node) => !isChosen(input)(node));
    const changed = added.length > 0 || removed.length > 0 || input.name !== zone.name;
    if (!changed) return { id: zone.id, version: zone.version };
    const id = await saveZone(frame, zone, input.name);
    await moveNodes(frame, id, added, removed);
    frame.record({
      operation: zone.operation,
      name: 'zones.changed',
      data: {
        change: zone.id === 0 ? 'added' : 'edited',
        zoneId: id,
        name: zone.id === 0 ? input.name : zone.name,
        ...(zone.id === 0 ? {} : { from: { name: zone.name } }),
        to: { name: input.name },
        added: added.map(({ name }) => name),
        removed: removed.map(({ name }) => name),
      },
    });
    return { id, version: zone.version + 1 };
  },
});

const isChosen = (input: Input) => (node: Node) => input.selected_nodes.includes(node.id);

const refuseField = (code: Parameters<typeof refuse>[0], field: string, text = refuse(code).text) =>
  refuse(code, { text, fields: { [field]: text } });

/** A new zone: id 0 and version 0. */
async function prepareZone(frame: Frame, input: Input): Promise<LockedZone | Refusal> {
  const operation = input.subsidiary_id!;
  if (!operationsOf(frame.actor).includes(operation)) return refuse('operation-not-assigned');
  await serializeZones(frame, operation);
  return { id: 0, operation, name: '', version: 0 };
}

/** The chosen nodes, and the zone's current ones. */
const readNodes = async ({ tx }: Frame, zone: LockedZone, ids: number[]): Promise<Node[]> =>
  typed(tx)
    .select()
    .from(nodeTable)
    .where(and(isNull(nodeTable.mergedInto), or(anyOf(nodeTable.id, ids), eq(nodeTable.zoneId, zone.id))))
    .orderBy(nodeTable.name);

function refuseNodes(zone: LockedZone, nodes: Node[], ids: number[]): Refusal | null {
  const nodeZones = new Map(
    nodes.filter(({ operation }) => operation === zone.operation).map((node) => [node.id, node]),
  );
  if (ids.some((id) => !nodeZones.has(id))) return refuseField('node-of-other-operation', 'selected_nodes');
  const taken = ids
    .flatMap((id) => nodeZones.get(id)!)
    .filter(({ zoneId }) => zoneId !== null && zoneId !== zone.id);
  if (taken.length === 0) return null;
  const names = taken.map(({ name }) => name).join(', ');
  return refuse('node-taken', {
    text:
      taken.length === 1
        ? `El nodo ${names} ya pertenece a otra zona.`
        : `Los nodos ${names} ya pertenecen a otra zona.`,
    ...(zone.id === 0 ? {} : { setting: { kind: 'zone', id: zone.id } }),
  });
}

async function refuseName({ tx }: Frame, zone: LockedZone, name: string): Promise<Refusal | null> {
  const same = await typed(tx)
    .select({ id: zones.id })
    .from(zones)
    .where(
      and(
        eq(zones.operation, zone.operation),
        eq(zones.name, name),
        ne(zones.id, zone.id),
        isNull(zones.deletedAt),
      ),
    );
  return same.length > 0 ? refuseField('zone-name-taken', 'name') : null;
}

async function saveZone({ tx }: Frame, zone: LockedZone, name: string): Promise<number> {
  if (zone.id === 0) {
    const [row] = await typed(tx)
      .insert(zones)
      .values({ operation: zone.operation, name })
      .returning({ id: zones.id });
    return row!.id;
  }
  await typed(tx)
    .update(zones)
    .set({ name, version: sql`${zones.version} + 1` })
    .where(eq(zones.id, zone.id));
  return zone.id;
}

async function moveNodes({ tx }: Frame, zoneId: number, added: Node[], removed: Node[]) {
  const move = (nodes: Node[], to: number | null) =>
    typed(tx)
      .update(nodeTable)
      .set({ zoneId: to })
      .where(
        anyOf(
          nodeTable.id,
          nodes.map(({ id }) => id),
        ),
      );
  await move(added, zoneId);
  await move(removed, null);
}
