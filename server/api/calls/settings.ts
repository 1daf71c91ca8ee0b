import { z } from 'zod';
import { day, id, operationCode, optional } from '../../../db/commands/input.ts';
import { listAbsences, readSkills } from '../../../db/reads/people/crew.ts';
import { listOperations, listZones } from '../../../db/reads/settings/operation.ts';
import { listSettingEvents } from '../../../db/reads/settings/setting-events.ts';
import {
  countOpenVisits,
  findSettingZone,
  listConversations,
  listPriorities,
  listSettingSlots,
  listZoneNodes,
} from '../../../db/reads/settings/settings.ts';
import { mayDo, refusedBy } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import {
  presentAbsence,
  presentConversation,
  presentNode,
  presentPriority,
  presentSettingEvent,
  presentSkills,
  presentSlot,
  presentZone,
} from '../answers/present-setting.ts';
import {
  absenceAnswer,
  conversationAnswer,
  nodesAnswer,
  notifiedSlotAnswer,
  openVisitsAnswer,
  priorityAnswer,
  savedAbsenceAnswer,
  savedAnswer,
  savedConversationAnswer,
  savedPriorityAnswer,
  savedSkillsAnswer,
  savedSlotAnswer,
  settingHistoryAnswer,
  skillsAnswer,
  slotsByOperationAnswer,
  zoneAnswer,
  zonesAnswer,
} from '../answers/setting.ts';
import * as answers from '../answers/shapes.ts';
import { act, ask, type Call, nothing, within } from '../call.ts';
import { askedOf, codes } from './operations.ts';

const histories = {
  timestripes: { event: 'slots.changed', permission: 'can_edit_timestripes' },
  zones: { event: 'zones.changed', permission: 'can_edit_zones' },
  priorities: { event: 'priorities.changed', permission: 'can_edit_priorities' },
  conversation: { event: 'conversation.changed', permission: 'can_edit_conversation' },
  absences: { event: 'absences.changed', permission: 'can_edit_crew' },
  skills: { event: 'skills.changed', permission: 'can_edit_crew' },
} as const;

const someOperations = z.object({ operations: codes, subsidiary: codes }).nullish();

/** What is set up per operation: slots, priorities, zones (S2 §2 editors, §3, §7). Lists need only the operation. */
export const settingCalls: Record<string, Call> = {
  timestripes: ask(
    {
      does: "The slots of the asker's operations.",
      reach: 'operations',
      input: nothing,
      answer: slotsByOperationAnswer,
    },
    async ({ db, actor }) => {
      const [operations, slots] = await Promise.all([
        listOperations(db, actor.operations),
        listSettingSlots(db, actor.operations),
      ]);
      return operations.map(({ code, name }) => ({
        subsidiary_id: code,
        name,
        timestripes: slots.filter((slot) => slot.operation === code).map(presentSlot),
      }));
    },
  ),
  'timestripes/edit': act('editSlot', {
    does: 'Adds a slot (`id` null), or changes one; `open_visits` counts those that follow its new hours.',
    reach: 'operations',
    answer: savedSlotAnswer,
  }),
  'timestripes/notify': act('notifySlotHours', {
    does: "Notifies the customers of a slot's visits from today on of its new hours, once for each change; `notified` counts them.",
    reach: 'operations',
    answer: notifiedSlotAnswer,
  }),
  'timestripes/edit_day': act('editSlotDay', {
    does: 'Sets the capacity of a slot on a single day, or takes it back (null).',
    reach: 'operations',
    answer: savedAnswer,
  }),
  'timestripes/delete': act('deleteSlot', {
    does: 'Removes a slot without open visits.',
    reach: 'operations',
    answer: answers.nothing,
  }),

  priorities: ask(
    {
      does: 'The priority of every symptom.',
      reach: 'operations',
      input: someOperations,
      answer: z.array(priorityAnswer),
    },
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input?.operations ?? input?.subsidiary);
      return isRefusal(asked) ? asked : (await listPriorities(db, asked)).map(presentPriority);
    },
  ),
  'priorities/edit': act('editPriority', {
    does: "Sets a symptom's priority.",
    reach: 'operations',
    answer: savedPriorityAnswer,
  }),

  conversations: ask(
    {
      does: "What each operation's customers receive and may do from their link.",
      reach: 'operations',
      input: someOperations,
      answer: z.array(conversationAnswer),
    },
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input?.operations ?? input?.subsidiary);
      return isRefusal(asked) ? asked : (await listConversations(db, asked)).map(presentConversation);
    },
  ),
  'conversations/edit': act('editConversation', {
    does: "Changes an operation's conversation with its customers.",
    reach: 'operations',
    answer: savedConversationAnswer,
  }),

  absences: ask(
    {
      does: "When technicians of the asker's operations do not work: the absences that touch the days, by default from today on; their reasons for an asker with `can_edit_crew`.",
      reach: 'operations',
      input: z
        .object({ subsidiary: codes, from: day.nullish(), to: day.nullish() })
        .refine((input) => !input.from || !input.to || input.from <= input.to, {
          path: ['to'],
          message: refuse('absence-days').text,
        })
        .nullish(),
      answer: z.array(absenceAnswer),
    },
    async ({ db, actor, now }, input) => {
      const asked = askedOf(actor, input?.subsidiary);
      if (isRefusal(asked)) return asked;
      const days = { from: input?.from ?? today(now), to: input?.to ?? null };
      const listed = (await listAbsences(db, asked, days)).map(presentAbsence);
      // It may be private.
      return mayDo(actor, 'can_edit_crew') ? listed : listed.map((absence) => ({ ...absence, reason: '' }));
    },
  ),
  'absences/edit': act('editAbsence', {
    does: 'Enters when a technician does not work (`id` null; without `timestripes` the whole days), or changes it; they keep the visits that they have then, whose number is answered.',
    reach: 'operations',
    answer: savedAbsenceAnswer,
  }),
  'absences/delete': act('deleteAbsence', {
    does: 'Deletes an absence.',
    reach: 'operations',
    answer: answers.nothing,
  }),

  skills: ask(
    {
      does: "What an operation's technicians can do, what its visits need, and what happens to who lacks it.",
      reach: 'operations',
      input: z.object({ subsidiary: operationCode }),
      answer: skillsAnswer,
    },
    async ({ db, actor }, { subsidiary }) =>
      within(actor, subsidiary) ?? presentSkills(await readSkills(db, subsidiary)),
  ),
  'skills/edit': act('editSkills', {
    does: "Sets an operation's skills, each named by its id or its name: what is absent stays, a list replaces the one before, and a technician who is not listed keeps theirs.",
    reach: 'operations',
    answer: savedSkillsAnswer,
  }),

  'settings/open_visits': ask(
    {
      does: 'How many open visits stand in each slot and belong to each zone of an operation.',
      reach: 'operations',
      input: z.object({ subsidiary: operationCode }),
      answer: openVisitsAnswer,
    },
    async ({ db, actor }, { subsidiary }) => {
      const refusal = within(actor, subsidiary);
      if (refusal) return refusal;
      const { bySlot, byZone } = await countOpenVisits(db, subsidiary);
      return {
        timestripes: Object.entries(bySlot).map(([slot, open]) => ({
          timestripe_id: Number(slot),
          open_visits: open,
        })),
        zones: Object.entries(byZone).map(([zone, open]) => ({ zone_id: Number(zone), open_visits: open })),
      };
    },
  ),
  'settings/history': ask(
    {
      does: 'Who changed what of an operation’s slots, zones, priorities, conversation, absences or skills.',
      rule: 'The permission to edit them.',
      reach: 'operations',
      input: z.object({
        subsidiary: operationCode,
        setting: z.enum(['timestripes', 'zones', 'priorities', 'conversation', 'absences', 'skills']),
      }),
      answer: settingHistoryAnswer,
    },
    async ({ db, actor }, { subsidiary, setting }) => {
      const { event, permission } = histories[setting];
      const refused = refusedBy(actor, permission);
      if (refused) return refuse(refused);
      const refusal = within(actor, subsidiary);
      if (refusal) return refusal;
      return (await listSettingEvents(db, actor, subsidiary, event)).map(presentSettingEvent);
    },
  ),

  zones: ask(
    {
      does: 'The zones of the operations, or the one of `zone_id` among them.',
      reach: 'operations',
      input: z.object({ operations: codes, zone_id: optional(id) }),
      answer: zonesAnswer,
    },
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input.operations);
      if (isRefusal(asked)) return asked;
      const zones = await listZones(db, asked);
      const wanted = zones.filter(({ id }) => input.zone_id === null || id === input.zone_id);
      return wanted.map((zone) => ({ id: zone.id, name: zone.name, subsidiary_id: zone.operation }));
    },
  ),
  'zones/get': ask(
    { does: 'One zone with its nodes.', reach: 'operations', input: z.object({ id }), answer: zoneAnswer },
    async ({ db, actor }, input) => {
      const zone = await findSettingZone(db, actor, input.id);
      return zone ? presentZone(zone) : refuse('zone-unknown');
    },
  ),
  // The nodes that the zone being edited may have: free ones, and its own.
  'zones/nodes': ask(
    {
      does: 'The nodes that a zone may have: free ones, and its own.',
      reach: 'operations',
      input: z.object({ operations: codes, editing_zone: optional(id) }),
      answer: nodesAnswer,
    },
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input.operations);
      if (isRefusal(asked)) return asked;
      const { editing_zone: zoneId } = input;
      if (zoneId !== null && !(await findSettingZone(db, actor, zoneId))) return refuse('zone-unknown');
      const nodes = await listZoneNodes(db, asked, zoneId);
      return nodes.map((node) => ({ ...presentNode(node), subsidiary_id: node.operation }));
    },
  ),
  'zones/edit': act('editZone', {
    does: 'Creates a zone (`id` null), or changes one.',
    reach: 'operations',
    answer: savedAnswer,
  }),
  'zones/delete': act('deleteZone', {
    does: 'Deletes a zone and frees its nodes.',
    reach: 'operations',
    answer: answers.nothing,
  }),
  'zones/undo': act('undoZoneDeletion', {
    does: "Takes back one's own deletion of a zone, for 20 seconds.",
    rule: 'Only the user who deleted it.',
    reach: 'operations',
    answer: savedAnswer,
  }),
};
