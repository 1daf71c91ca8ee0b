import type { Db } from '../../../db/connection/open.ts';
import {
  findAbsence,
  type ListedAbsence,
  type OperationSkills,
  readSkills,
} from '../../../db/reads/people/crew.ts';
import { findAccount } from '../../../db/reads/people/users.ts';
import { listRetentionInUse, type RetentionInUse } from '../../../db/reads/settings/retention.ts';
import type { SettingEvent } from '../../../db/reads/settings/setting-events.ts';
import {
  findPriority,
  findSettingSlot,
  findSettingZone,
  listConversations,
  type NodeName,
  type SettingConversation,
  type SettingPriority,
  type SettingSlot,
  type SettingZone,
} from '../../../db/reads/settings/settings.ts';
import { findWebhook } from '../../../db/reads/webhooks/webhooks.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import type { Setting } from '../../../machines/words/refusals.ts';
import { presentUser } from './present-user.ts';
import { presentWebhook } from './present-webhook.ts';

/** Slots, priorities and zones by the spec's field names (S2 §3). */
export const presentSlot = (slot: SettingSlot) => ({
  id: slot.id,
  name: slot.name,
  from: slot.fromHour,
  to: slot.toHour,
  enabled: slot.enabled,
  subsidiary_id: slot.operation,
  capacity: slot.capacity,
  capacity_by_weekday: slot.capacityByWeekday,
  capacity_of_days: Object.entries(slot.capacityOfDays).map(([date, capacity]) => ({ date, capacity })),
  version: slot.version,
});

export const presentPriority = (priority: SettingPriority) => ({
  id: priority.id,
  symptom: priority.symptom,
  priority: priority.priority,
  symptom_id: priority.symptomId,
  subsidiary_id: priority.operation,
  version: priority.version,
});

export const presentNode = ({ id, name }: NodeName) => ({ idzona: id, nombre: name });

export const presentZone = (zone: SettingZone) => ({
  id: zone.id,
  name: zone.name,
  subsidiary_id: zone.operation,
  selected_nodes: zone.nodes.map(presentNode),
  version: zone.version,
});

export const presentConversation = (conversation: SettingConversation) => ({
  subsidiary_id: conversation.operation,
  reminder: conversation.reminder,
  replies: conversation.replies,
  question: conversation.question,
  notice_hours: conversation.noticeHours,
  changes: conversation.changes,
  late: conversation.late,
  arrival: conversation.arrival,
  company: conversation.company,
  telephone: conversation.telephone,
  country: conversation.country,
  area_code: conversation.areaCode,
  surname_first: conversation.surnameFirst,
  logo: conversation.logo && `/logos/${conversation.logo}`,
  version: conversation.version,
});

export const presentAbsence = (absence: ListedAbsence) => ({
  id: absence.id,
  tech_id: absence.technicianId,
  tech_name: absence.technicianName,
  subsidiaries: absence.operations,
  from: absence.fromDay,
  to: absence.toDay,
  timestripes: absence.slotIds,
  reason: absence.reason,
  assigned_visits: absence.assignedVisits,
  version: absence.version,
});

export const presentSkills = (skills: OperationSkills) => ({
  subsidiary_id: skills.operation,
  mode: skills.mode,
  version: skills.version,
  skills: skills.skills,
  needs: skills.needs.map(({ skillId, orderType, symptomId }) => ({
    skill_id: skillId,
    order_type: orderType,
    symptom_id: symptomId,
  })),
  technicians: skills.technicians.map(({ id, name, skills }) => ({ tech_id: id, name, skills })),
});

export const presentRetention = ({ operation, name, months, forgotten }: RetentionInUse) => ({
  subsidiary_id: operation,
  name,
  months,
  last_forgotten: forgotten && { date: isoWithOffset(forgotten.at), orders: forgotten.orders },
});

/** A change of a setting; what it was from and to stands by the record's own names. */
export const presentSettingEvent = ({ version, at, actorName, data }: Omit<SettingEvent, 'name'>) => ({
  version,
  date: isoWithOffset(at),
  who: actorName,
  change: typeof data.change === 'string' ? data.change : null,
  name: typeof data.name === 'string' ? data.name : null,
  from: data.from ?? null,
  to: data.to ?? null,
});

/** What a 409 is about, as it is now, under its name; undefined: the actor has no such thing any more. */
export async function settingAsItIs(db: Db, { kind, id }: Setting, actor: { operations: string[] }) {
  // Only who administers every account is refused for one.
  if (kind === 'user') {
    const user = await findAccount(db, id);
    return user && { user: presentUser(user) };
  }
  if (kind === 'slot') {
    const slot = await findSettingSlot(db, actor, id);
    return slot && { timestripe: presentSlot(slot) };
  }
  if (kind === 'zone') {
    const zone = await findSettingZone(db, actor, id);
    return zone && { zone: presentZone(zone) };
  }
  if (kind === 'conversation') {
    const code = String(id).padStart(3, '0');
    const [conversation] = actor.operations.includes(code) ? await listConversations(db, [code]) : [];
    return conversation && { conversation: presentConversation(conversation) };
  }
  if (kind === 'retention') {
    const code = String(id).padStart(3, '0');
    const [retention] = actor.operations.includes(code) ? await listRetentionInUse(db, [code]) : [];
    return retention && { retention: presentRetention(retention) };
  }
  if (kind === 'webhook') {
    const webhook = await findWebhook(db, actor, id);
    return webhook && { webhook: presentWebhook(webhook, new Date()) };
  }
  if (kind === 'absence') {
    const absence = await findAbsence(db, actor, id);
    return absence && { absence: presentAbsence(absence) };
  }
  if (kind === 'skills') {
    const code = String(id).padStart(3, '0');
    return actor.operations.includes(code)
      ? { skills: presentSkills(await readSkills(db, code)) }
      : undefined;
  }
  const priority = await findPriority(db, actor, id);
  return priority && { priority: presentPriority(priority) };
}
