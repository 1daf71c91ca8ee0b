import type { Point } from '../../../machines/order/point.ts';
import type { Logo } from '../../pictures/logo.ts';
import type { Copy, Value } from '../copy.ts';
import { symptoms } from './catalogue.ts';
import { streetLines } from './town.ts';
import type { Node, Operation, World } from './world.ts';

/** The operations, and what each has of its own: network, slots, priorities. */
export async function writeOperations(copy: Copy, world: World, logo: Logo | null): Promise<void> {
  const { operations } = world;
  await copy(
    'operations',
    [
      'code',
      'name',
      'version',
      'on_the_way_allowed',
      'auto_release_minutes',
      'can_close_order',
      'allow_enter_materials_and_labors',
    ],
    operations,
    ({ plan, events }) => [
      plan.code,
      plan.name,
      events.length,
      plan.onTheWayAllowed,
      plan.autoReleaseMinutes,
      plan.canCloseOrder,
      plan.allowEnterMaterialsAndLabors,
    ],
  );
  await copy(
    'conversations',
    ['operation', 'reminder', 'replies', 'question', 'company', 'telephone', 'logo', 'area_code'],
    operations.filter(({ plan }) => plan.company),
    ({ plan: { code, conversation = false, company, areaCode } }) => [
      ...[code, conversation, conversation, conversation],
      ...[company, '0800 555 0101', logo?.hash ?? '', areaCode],
    ],
  );
  if (logo) await copy('logos', ['hash', 'picture'], [logo], ({ hash, picture }) => [hash, picture]);
  await writeNetwork(copy, world);
  await writeSlots(copy, operations);
  await copy('symptoms', ['id', 'text'], symptoms, ({ id, text }) => [id, text]);
  await writePriorities(copy, operations);
}

async function writeNetwork(copy: Copy, { operations, clients }: World) {
  const pointsOf = new Map<Node, Point[]>();
  for (const { node, point } of clients)
    if (point) pointsOf.set(node, [...(pointsOf.get(node) ?? []), point]);
  await copy(
    'zones',
    ['id', 'operation', 'name'],
    withCode(operations, ({ zones }) => zones),
    ({ code, row }) => [row.id, code, row.name],
  );
  await copy(
    'nodes',
    ['id', 'operation', 'name', 'zone_id', 'lat', 'lon'],
    withCode(operations, ({ nodes }) => nodes),
    ({ code, row }) => [row.id, code, row.name, row.zone?.id, ...centreOf(pointsOf.get(row) ?? [])],
  );
  await copy('street_plans', ['operation', 'streets'], operations, ({ plan: { code } }) => [
    code,
    JSON.stringify(streetLines(code)),
  ]);
}

async function writeSlots(copy: Copy, operations: Operation[]) {
  await copy(
    'slots',
    ['id', 'operation', 'name', 'from_hour', 'to_hour', 'capacity'],
    operations.flatMap(({ plan, slots }) =>
      slots.map((slot, index) => ({ plan, slot, capacity: index === 0 ? plan.firstSlotCapacity : null })),
    ),
    ({ plan, slot, capacity }) => [slot.id, plan.code, slot.name, slot.from, slot.to, capacity],
  );
}

async function writePriorities(copy: Copy, operations: Operation[]) {
  await copy(
    'priorities',
    ['operation', 'symptom_id', 'priority'],
    withCode(operations, ({ priorities }) => [...priorities]),
    ({ code, row }) => [code, ...row],
  );
}

/** What operations have of one kind, each with its operation's code. */
const withCode = <Row>(operations: Operation[], rowsOf: (operation: Operation) => Row[]) =>
  operations.flatMap((operation) => rowsOf(operation).map((row) => ({ code: operation.plan.code, row })));

/** The mean of points; nothing of none. */
const centreOf = (points: readonly Point[]): Value[] => {
  const mean = (part: keyof Point) => points.reduce((sum, point) => sum + point[part], 0) / points.length;
  return points.length === 0 ? [null, null] : [mean('lat'), mean('lon')];
};
