import type { Db } from '../../db/open.ts';
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
} from '../../db/reads/settings.ts';
import { findAccount } from '../../db/reads/users.ts';
import type { Setting } from '../../machines/refusals.ts';
import { presentUser } from './present-user.ts';

/** Slots, priorities and zones by the spec's field names (S2 §3). */
export const presentSlot = (slot: SettingSlot) => ({
  id: slot.id,
  name: slot.name,
  from: slot.fromHour,
  to: slot.toHour,
  enabled: slot.enabled,
  subsidiary_id: slot.operation,
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
  version: conversation.version,
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
  const priority = await findPriority(db, actor, id);
  return priority && { priority: presentPriority(priority) };
}
