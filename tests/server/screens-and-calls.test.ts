import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commands } from '../../db/commands/registry.ts';
import { reads } from '../../db/reads/registry.ts';
import { calls } from '../../server/api/table.ts';
import { importsOf } from '../support/imports.ts';

// Nothing can be reached on a screen that is not in the table of calls: commands and reads by their registries, and each
// read that the screens import besides by the call that stands beside it here.

/** Each call, and the reads that answer it: those that a screen makes with its page. Others are in the registry. */
const readsOf: Record<string, string> = {
  absences: 'listAbsences',
  conversations: 'findLogo listConversations',
  get_materials: 'listItems',
  names: 'countNewNames listNames',
  'names/merges': 'listMerges',
  'orders/pending': 'listPendingOrders',
  'orders/repair_codes': 'listRepairCodes',
  day: 'readCrew',
  map: 'readGround',
  priorities: 'listPriorities',
  'report/monthly': 'askReport readReport',
  retention: 'listRetentionInUse',
  'settings/history': 'listSettingEvents',
  'settings/open_visits': 'countOpenVisits',
  skills: 'readSkills',
  'subsidiary/allowed': 'listDepartureOperations',
  'subsidiary/capabilities': 'findCapabilities',
  'subsidiary/get_techs': 'findTechnicianByName listTechnicians readBoardNames',
  timestripes: 'listSettingSlots listSlots',
  'user/getuserinfo': 'findPicture readProfile',
  'user/permissions': 'listOperations',
  'user/sessions': 'listSessions',
  users: 'listUsers',
  'users/audit': 'listAccountHistory listAudit listRetentionHistory',
  'users/get': 'findAccount listOpenVisits',
  'users/operations': 'listAllOperations',
  'visit/get/by_number': 'findVisit',
  'visit/get/by_tech_id': 'countTechnicianDay findCurrentVisit listFreeVisits readTechnicianDay',
  'visit/get_reasons_to_finish': 'listReasons',
  'visit/notices': 'listNotices',
  'visit/photos/list': 'listPhotos',
  views: 'findDefaultView findView listViews',
  'visit/timestripe_detail': 'findSlot listSlotVisits',
  visits: 'calendarVisit',
  webhooks: 'listWebhooks',
  'webhooks/deliveries': 'listDeliveries',
  'webhooks/delivery': 'findDelivery',
  'webhooks/get': 'findWebhook',
  'webhooks/history': 'listWebhookChanges',
  zones: 'listZones',
  'zones/get': 'findSettingZone listSettingZones',
  'zones/nodes': 'listZoneNodes',
};
const byCall = Object.fromEntries(
  Object.entries(readsOf).flatMap(([call, reads]) => reads.split(' ').map((read) => [read, call])),
) as Record<string, string>;

/** Shapes and plumbing: schemas of inputs, how long a list is, the check of a key, and versions that a socket is asked to go on from. */
const noData =
  /Input$|^(screenCommand|askForScreen|historyLength|usersPage|day|id|admitKey|clientPage|operationCode|wholeNumber|text|optional|questionOf|reportInput|reachOf|findVersion|listVersions)$/;

it('has a call for every command that the registry gives to the API, and gives it those of the screens', () => {
  const rows = Object.entries<Partial<Record<'api' | 'screen' | 'link' | 'timer', unknown>>>(commands);
  const named = Object.values(calls).flatMap(({ command }) => command ?? []);
  expect(named.sort()).toEqual(rows.flatMap(([name, { api }]) => (api ? [name] : [])).sort());
  expect(rows.flatMap(([name, { api, screen }]) => (screen && !api ? [name] : []))).toEqual([]);
});

it('has a call for every read that the registry gives to the API, and gives it those of the screens', () => {
  const named = Object.values(calls).flatMap(({ read }) => read ?? []);
  const rows = Object.entries(reads);
  expect(named.sort()).toEqual(rows.flatMap(([name, { by }]) => (by.includes('api') ? [name] : [])).sort());
  const elsewhere = Object.fromEntries(
    rows.flatMap(([name, { by, call }]) => (by.includes('api') ? [] : [[name, call]])),
  );
  // A read of a screen alone names the call that answers the same.
  expect(Object.entries(elsewhere).filter(([, call]) => !call || !calls[call])).toEqual([]);
});

it('has a call for every read that a screen uses', () => {
  const ofRegistry = namesThat('db/reads/registry.ts');
  const used = namesThat('app/').filter((name) => !noData.test(name) && !ofRegistry.includes(name));
  expect(used.filter((name) => !byCall[name]).sort()).toEqual([]);
  expect(Object.keys(byCall).filter((name) => !used.includes(name))).toEqual([]);
  expect(Object.values(byCall).filter((path) => !calls[path])).toEqual([]);
});

/** The names that files under this path import of commands and reads. */
function namesThat(path: string): string[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const reads = importsOf(root, [path.split('/')[0]!]).filter(
    ({ from, to }) => from.startsWith(path) && to && /^db\/(commands|reads)\//.test(to),
  );
  return [...new Set(reads.flatMap(({ names }) => names))];
}
