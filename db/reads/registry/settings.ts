import { z } from 'zod';
import { mayDo, refusedBy } from '../../../machines/access/permissions.ts';
import { retentionLimits } from '../../../machines/access/retention.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { catalogueKinds, daysBefore } from '../../../machines/order/catalogue-merge.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { mergeNamesInput } from '../../commands/catalogue/merge-names-input.ts';
import { day, id, operationCode, optional, text, wholeBetween, wholeNumber } from '../../commands/input.ts';
import { foreseeMerge } from '../catalogue/foresee-merge.ts';
import { listMerges } from '../catalogue/list-merges.ts';
import { listNames } from '../catalogue/list-names.ts';
import { listOtherNames } from '../catalogue/list-other-names.ts';
import { listAbsences, readSkills } from '../people/crew.ts';
import { listOperations, listZones } from '../settings/operation.ts';
import { foreseeForgetting, listRetentionInUse } from '../settings/retention.ts';
import { listSettingEvents } from '../settings/setting-events.ts';
import {
  countOpenVisits,
  findSettingZone,
  listConversations,
  listPriorities,
  listSettingSlots,
  listZoneNodes,
} from '../settings/settings.ts';
import { apiRead, codes, nothing, ofOperation, read } from './row.ts';

const { first, last } = retentionLimits;

/** What a history is asked by, and who may read it: who may edit it. */
const histories = {
  timestripes: { event: 'slots.changed', permission: 'can_edit_timestripes' },
  zones: { event: 'zones.changed', permission: 'can_edit_zones' },
  priorities: { event: 'priorities.changed', permission: 'can_edit_priorities' },
  conversation: { event: 'conversation.changed', permission: 'can_edit_conversation' },
  absences: { event: 'absences.changed', permission: 'can_edit_crew' },
  skills: { event: 'skills.changed', permission: 'can_edit_crew' },
} as const;

const someOperations = z.object({ operations: codes, subsidiary: codes }).nullish();
const ofSomeOperations = {
  input: someOperations,
  permission: null,
  reach: { operations: (input: z.output<typeof someOperations>) => input?.operations ?? input?.subsidiary },
};
const ofOneOperation = {
  input: z.object({ subsidiary: operationCode }),
  permission: null,
  reach: { operation: ofOperation },
};

/** What an operation or the installation is set up with. */
export const settingReads = {
  otherNames: read({
    input: mergeNamesInput.pick({ kind: true }).extend({ id }),
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }, input) => listOtherNames(db, actor, input),
    show: (others) => ({ others }),
  }),
  foreseenMerge: read({
    input: mergeNamesInput,
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }, input) => foreseeMerge(db, actor, input),
    show: (foreseen) => ({ foreseen }),
  }),
  foreseenForgetting: read({
    input: z.object({
      subsidiary: operationCode,
      months: wholeBetween(first, last, refuse('retention-range').text),
    }),
    permission: 'can_manage_users',
    reach: { operation: ofOperation },
    by: ['screen', 'api'],
    run: ({ db }, { subsidiary, months }) => foreseeForgetting(db, subsidiary, months),
    show: ({ before, orders }) => ({ before, orders }),
  }),
  /** Names that intakes added to the catalogues, the newest first. */
  names: apiRead({
    input: z.object({
      days: optional(wholeNumber(3_650)),
      kind: optional(z.enum(catalogueKinds)),
      subsidiary: optional(operationCode),
      text: optional(text(120)),
    }),
    permission: null,
    reach: 'operations',
    run: ({ db, actor, now }, { days, kind, subsidiary, text }) =>
      listNames(db, actor, {
        since: days === null ? null : daysBefore(now, days),
        kind,
        operation: subsidiary,
        text: text ?? '',
      }),
  }),
  merges: apiRead({
    input: nothing,
    permission: null,
    reach: 'operations',
    run: ({ db, actor, now }) => listMerges(db, actor, now),
  }),
  retention: apiRead({
    input: nothing,
    permission: 'can_manage_users',
    reach: 'operations',
    run: ({ db, actor }) => listRetentionInUse(db, actor.operations),
  }),
  slots: apiRead({
    input: nothing,
    permission: null,
    reach: 'operations',
    run: async ({ db, actor }) => {
      const [operations, slots] = await Promise.all([
        listOperations(db, actor.operations),
        listSettingSlots(db, actor.operations),
      ]);
      return { operations, slots };
    },
  }),
  priorities: apiRead({
    ...ofSomeOperations,
    run: ({ db, operations }) => listPriorities(db, operations),
  }),
  conversations: apiRead({
    ...ofSomeOperations,
    run: ({ db, operations }) => listConversations(db, operations),
  }),
  /** From today on unless asked otherwise. */
  absences: apiRead({
    input: z
      .object({ subsidiary: codes, from: day.nullish(), to: day.nullish() })
      .refine((input) => !input.from || !input.to || input.from <= input.to, {
        path: ['to'],
        message: refuse('absence-days').text,
      })
      .nullish(),
    permission: null,
    reach: { operations: (input) => input?.subsidiary },
    run: async ({ db, actor, now, operations }, input) => {
      const days = { from: input?.from ?? today(now), to: input?.to ?? null };
      const absences = await listAbsences(db, operations, days);
      // The reason may be private.
      return mayDo(actor, 'can_edit_crew')
        ? absences
        : absences.map((absence) => ({ ...absence, reason: '' }));
    },
  }),
  skills: apiRead({
    ...ofOneOperation,
    run: ({ db }, { subsidiary }) => readSkills(db, subsidiary),
  }),
  /** How many open visits stand in each slot and belong to each zone. */
  openVisits: apiRead({
    ...ofOneOperation,
    run: ({ db }, { subsidiary }) => countOpenVisits(db, subsidiary),
  }),
  settingHistory: apiRead({
    input: z.object({
      subsidiary: operationCode,
      setting: z.enum(['timestripes', 'zones', 'priorities', 'conversation', 'absences', 'skills']),
    }),
    permission: null,
    reach: { operation: ofOperation },
    run: async ({ db, actor }, { subsidiary, setting }) => {
      const { event, permission } = histories[setting];
      const refused = refusedBy(actor, permission);
      return refused ? refuse(refused) : listSettingEvents(db, actor, subsidiary, event);
    },
  }),
  zones: apiRead({
    input: z.object({ operations: codes, zone_id: optional(id) }),
    permission: null,
    reach: { operations: (input) => input.operations },
    run: async ({ db, operations }, { zone_id }) => {
      const zones = await listZones(db, operations);
      return zones.filter(({ id }) => zone_id === null || id === zone_id);
    },
  }),
  zone: apiRead({
    input: z.object({ id }),
    permission: null,
    reach: 'operations',
    run: async ({ db, actor }, { id }) => (await findSettingZone(db, actor, id)) ?? refuse('zone-unknown'),
  }),
  /** The nodes that the zone being edited may have: free ones, and its own. */
  zoneNodes: apiRead({
    input: z.object({ operations: codes, editing_zone: optional(id) }),
    permission: null,
    reach: { operations: (input) => input.operations },
    run: async ({ db, actor, operations }, { editing_zone: zoneId }) => {
      if (zoneId !== null && !(await findSettingZone(db, actor, zoneId))) return refuse('zone-unknown');
      return listZoneNodes(db, operations, zoneId);
    },
  }),
};
