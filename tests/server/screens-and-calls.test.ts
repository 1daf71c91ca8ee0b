import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commands } from '../../db/commands/registry.ts';
import { calls } from '../../server/api/table.ts';
import { importsOf } from '../support/imports.ts';

// Nothing can be reached on a screen that is not in the table of calls: each command by the registry, and each read that
// the screens import by the call that stands beside it here.

const byCall: Record<string, string> = {
  findReport: 'report/monthly',
  generateReport: 'report/monthly',
  readReport: 'report/monthly',

  calendarVisit: 'visits',
  findAccount: 'users/get',
  findDelivery: 'webhooks/delivery',
  findWebhook: 'webhooks/get',
  foreseeForgetting: 'retention/preview',
  listAccountHistory: 'users/audit',
  listAllOperations: 'users/operations',
  listAudit: 'users/audit',
  listDeliveries: 'webhooks/deliveries',
  listOpenVisits: 'users/get',
  listRetentionHistory: 'users/audit',
  listRetentionInUse: 'retention',
  listUsers: 'users',
  listWebhookChanges: 'webhooks/history',
  listWebhooks: 'webhooks',
  countOpenVisits: 'settings/open_visits',
  findCapabilities: 'subsidiary/capabilities',
  findClient: 'client/info',
  findFieldVisit: 'visit/get/by_number',
  findOrder: 'order',
  findPicture: 'user/getuserinfo',
  findSettingZone: 'zones/get',
  findSlot: 'visit/timestripe_detail',
  findTechnicianByName: 'subsidiary/get_techs',
  findTicket: 'tickets/by_client',
  findVisit: 'visit/get/by_number',
  listClientPendingOrders: 'orders/pending_from_client',
  hasPriorityTickets: 'tickets/by_client',
  listClientTickets: 'tickets/by_client',
  listConversations: 'conversations',
  listDepartureOperations: 'subsidiary/allowed',
  listItems: 'get_materials',
  listNotices: 'visit/notices',
  listOperations: 'user/permissions',
  listPendingOrders: 'orders/pending',
  listPriorities: 'priorities',
  listReasons: 'visit/get_reasons_to_finish',
  listRepairCodes: 'orders/repair_codes',
  listSessions: 'user/sessions',
  listSettingEvents: 'settings/history',
  listSettingSlots: 'timestripes',
  listSettingZones: 'zones/get',
  listSlotVisits: 'visit/timestripe_detail',
  listSlots: 'timestripes',
  listSlotsOfDay: 'visit/get_timestripes_by_date',
  listTechniciansOfSlot: 'visit/get_technicians_list',
  listVisitEvents: 'report/segment',
  listVisitHistory: 'visit/history',
  listZoneNodes: 'zones/nodes',
  listZones: 'zones',
  readBoardNames: 'subsidiary/get_techs',
  readProfile: 'user/getuserinfo',
  countTechnicianDay: 'visit/get/by_tech_id',
  findCurrentVisit: 'visit/get/by_tech_id',
  listFreeVisits: 'visit/get/by_tech_id',
  readTechnicianDay: 'visit/get/by_tech_id',
};

/** Shapes and plumbing: schemas of inputs, how long a list is, the check of a key, and versions that a socket is asked to go on from. */
const noData =
  /Input$|^(screenCommand|historyLength|usersPage|day|id|admitKey|clientPage|operationCode|wholeNumber|text|optional|questionOf|reportInput|reachOf|findVersion|listVersions)$/;

it('has a call for every command that the registry gives to the API, and gives it those of the screens', () => {
  const rows = Object.entries<Partial<Record<'api' | 'screen' | 'link', unknown>>>(commands);
  const named = Object.values(calls).flatMap(({ command }) => command ?? []);
  expect(named.sort()).toEqual(rows.flatMap(([name, { api }]) => (api ? [name] : [])).sort());
  expect(rows.flatMap(([name, { api, screen }]) => (screen && !api ? [name] : []))).toEqual([]);
});

it('has a call for every read that a screen uses', () => {
  const used = namesThatScreensImport().filter((name) => !noData.test(name));
  expect(used.filter((name) => !byCall[name]).sort()).toEqual([]);
  expect(Object.keys(byCall).filter((name) => !used.includes(name))).toEqual([]);
  expect(Object.values(byCall).filter((path) => !calls[path])).toEqual([]);
});

function namesThatScreensImport(): string[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = new Set(
    importsOf(root, ['app'])
      .filter(({ to }) => to && /^db\/(commands|reads)\//.test(to))
      .map(({ from }) => from),
  );
  const names = new Set<string>();
  for (const file of files) {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    for (const [, list] of source.matchAll(/import \{([^}]*)\} from '[./]+db\/(?:commands|reads)\/[^']+'/g))
      for (const name of list!.split(',').map((one) => one.trim()))
        if (name !== '' && !name.startsWith('type ')) names.add(name.split(' as ')[0]!);
  }
  return [...names];
}
