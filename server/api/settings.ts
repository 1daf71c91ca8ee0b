import { z } from 'zod';
import { editConversation } from '../../db/commands/conversation/edit-conversation.ts';
import { deleteSlot } from '../../db/commands/delete-slot.ts';
import { deleteZone } from '../../db/commands/delete-zone.ts';
import { editPriority } from '../../db/commands/edit-priority.ts';
import { editSlot } from '../../db/commands/edit-slot.ts';
import { editZone } from '../../db/commands/edit-zone.ts';
import { id, optional } from '../../db/commands/input.ts';
import { listOperations, listZones } from '../../db/reads/operation.ts';
import {
  findSettingZone,
  listConversations,
  listPriorities,
  listSettingSlots,
  listZoneNodes,
} from '../../db/reads/settings.ts';
import { isRefusal, refuse } from '../../machines/refusals.ts';
import { act, ask, type Call, nothing } from './call.ts';
import { askedOf, codes } from './operations.ts';
import {
  presentConversation,
  presentNode,
  presentPriority,
  presentSlot,
  presentZone,
} from './present-setting.ts';

/** What is set up per operation: slots, priorities, zones (S2 §2 editors, §3, §7). Lists need only the operation. */
export const settingCalls: Record<string, Call> = {
  timestripes: ask(nothing, async ({ db, actor }) => {
    const [operations, slots] = await Promise.all([
      listOperations(db, actor.operations),
      listSettingSlots(db, actor.operations),
    ]);
    return operations.map(({ code, name }) => ({
      subsidiary_id: code,
      name,
      timestripes: slots.filter((slot) => slot.operation === code).map(presentSlot),
    }));
  }),
  'timestripes/edit': act(editSlot),
  'timestripes/delete': act(deleteSlot),

  priorities: ask(
    z.object({ operations: codes, subsidiary: codes }).nullish(),
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input?.operations ?? input?.subsidiary);
      return isRefusal(asked) ? asked : (await listPriorities(db, asked)).map(presentPriority);
    },
  ),
  'priorities/edit': act(editPriority),

  conversations: ask(
    z.object({ operations: codes, subsidiary: codes }).nullish(),
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input?.operations ?? input?.subsidiary);
      return isRefusal(asked) ? asked : (await listConversations(db, asked)).map(presentConversation);
    },
  ),
  'conversations/edit': act(editConversation),

  zones: ask(z.object({ operations: codes, zone_id: optional(id) }), async ({ db, actor }, input) => {
    const asked = askedOf(actor, input.operations);
    if (isRefusal(asked)) return asked;
    const zones = await listZones(db, asked);
    return zones.map((zone) => ({ id: zone.id, name: zone.name, subsidiary_id: zone.operation }));
  }),
  'zones/get': ask(z.object({ id }), async ({ db, actor }, input) => {
    const zone = await findSettingZone(db, actor, input.id);
    return zone ? presentZone(zone) : refuse('zone-unknown');
  }),
  // The nodes that the zone being edited may have: free ones, and its own.
  'zones/nodes': ask(
    z.object({ operations: codes, editing_zone: optional(id) }),
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input.operations);
      if (isRefusal(asked)) return asked;
      const { editing_zone: zoneId } = input;
      if (zoneId !== null && !(await findSettingZone(db, actor, zoneId))) return refuse('zone-unknown');
      const nodes = await listZoneNodes(db, asked, zoneId);
      return nodes.map((node) => ({ ...presentNode(node), subsidiary_id: node.operation }));
    },
  ),
  'zones/edit': act(editZone),
  'zones/delete': act(deleteZone),
};
