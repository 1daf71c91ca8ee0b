import { z } from 'zod';
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
import { act, type Call, reading } from '../call.ts';

/** What is set up per operation: slots, priorities, zones (S2 §2 editors, §3, §7). Lists need only the operation. */
export const settingCalls: Record<string, Call> = {
  timestripes: reading(
    'slots',
    { does: "The slots of the asker's operations.", answer: slotsByOperationAnswer },
    ({ operations, slots }) =>
      operations.map(({ code, name }) => ({
        subsidiary_id: code,
        name,
        timestripes: slots.filter((slot) => slot.operation === code).map(presentSlot),
      })),
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

  priorities: reading(
    'priorities',
    { does: 'The priority of every symptom.', answer: z.array(priorityAnswer) },
    (priorities) => priorities.map(presentPriority),
  ),
  'priorities/edit': act('editPriority', {
    does: "Sets a symptom's priority.",
    reach: 'operations',
    answer: savedPriorityAnswer,
  }),

  conversations: reading(
    'conversations',
    {
      does: "What each operation's customers receive and may do from their link.",
      answer: z.array(conversationAnswer),
    },
    (conversations) => conversations.map(presentConversation),
  ),
  'conversations/edit': act('editConversation', {
    does: "Changes an operation's conversation with its customers.",
    reach: 'operations',
    answer: savedConversationAnswer,
  }),

  absences: reading(
    'absences',
    {
      does: "When technicians of the asker's operations do not work: the absences that touch the days, by default from today on; their reasons for an asker with `can_edit_crew`.",
      answer: z.array(absenceAnswer),
    },
    (absences) => absences.map(presentAbsence),
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

  skills: reading(
    'skills',
    {
      does: "What an operation's technicians can do, what its visits need, and what happens to who lacks it.",
      answer: skillsAnswer,
    },
    presentSkills,
  ),
  'skills/edit': act('editSkills', {
    does: "Sets an operation's skills, each named by its id or its name: what is absent stays, a list replaces the one before, and a technician who is not listed keeps theirs.",
    reach: 'operations',
    answer: savedSkillsAnswer,
  }),

  'settings/open_visits': reading(
    'openVisits',
    {
      does: 'How many open visits stand in each slot and belong to each zone of an operation.',
      answer: openVisitsAnswer,
    },
    ({ bySlot, byZone }) => ({
      timestripes: Object.entries(bySlot).map(([slot, open]) => ({
        timestripe_id: Number(slot),
        open_visits: open,
      })),
      zones: Object.entries(byZone).map(([zone, open]) => ({ zone_id: Number(zone), open_visits: open })),
    }),
  ),
  'settings/history': reading(
    'settingHistory',
    {
      does: 'Who changed what of an operation’s slots, zones, priorities, conversation, absences or skills.',
      rule: 'The permission to edit them.',
      answer: settingHistoryAnswer,
    },
    (events) => events.map(presentSettingEvent),
  ),

  zones: reading(
    'zones',
    { does: 'The zones of the operations, or the one of `zone_id` among them.', answer: zonesAnswer },
    (zones) => zones.map(({ id, name, operation }) => ({ id, name, subsidiary_id: operation })),
  ),
  'zones/get': reading('zone', { does: 'One zone with its nodes.', answer: zoneAnswer }, presentZone),
  'zones/nodes': reading(
    'zoneNodes',
    { does: 'The nodes that a zone may have: free ones, and its own.', answer: nodesAnswer },
    (nodes) => nodes.map((node) => ({ ...presentNode(node), subsidiary_id: node.operation })),
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
