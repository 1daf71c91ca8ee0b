import type { SettingEvent, SettingName } from '../../db/reads/settings/setting-events.ts';
import { formatDay, formatHours } from '../../machines/calendar/slots.ts';
import type { ConversationSettings } from '../../machines/customer/conversation.ts';
import type { ArrivalMode } from '../../machines/visit/arrival.ts';
import type { SkillMode } from '../../machines/visit/skills.ts';
import { absenceWords, skillWords } from '../words/board/crew-words.ts';
import { conversationEditorWords } from '../words/setup/conversation-editor-words.ts';
import { priorityEditorWords } from '../words/setup/priority-editor-words.ts';
import { setupWords } from '../words/setup/setup-words.ts';
import { slotEditorWords } from '../words/setup/slot-editor-words.ts';
import { webhookWords } from '../words/setup/webhooks-words.ts';
import { zoneEditorWords } from '../words/setup/zone-editor-words.ts';

/** An event as it comes over the wire: instants are texts there. */
export type WiredSettingEvent = Omit<SettingEvent, 'at' | 'name'> & {
  name: SettingName | 'webhooks.changed';
  at: string | Date;
};

type SlotFacts = {
  name: string;
  fromHour: number;
  toHour: number;
  enabled: boolean;
  // Not in events of versions before.
  capacity?: number | null;
  capacityByWeekday?: (number | null)[] | null;
};
type SlotChange = {
  change: Change | 'day' | 'notified';
  name: string;
  day?: string;
  customers?: number;
  from?: SlotFacts;
  to?: SlotFacts;
};
type Change = 'added' | 'edited' | 'deleted';

/** A change of a setting, in one sentence. */
export function settingEventText(event: Pick<WiredSettingEvent, 'name' | 'data'>): string {
  if (event.name === 'slots.changed') return slotText(event.data as never);
  if (event.name === 'zones.changed') return zoneText(event.data as never);
  if (event.name === 'conversation.changed') return conversationText(event.data as never);
  if (event.name === 'absences.changed') return absenceText(event.data as never);
  if (event.name === 'skills.changed') return skillsText(event.data as never);
  if (event.name === 'webhooks.changed') return webhookText(event.data as never);
  const { name, from, to } = event.data as { name: string } & Record<'from' | 'to', { priority: number }>;
  return priorityEditorWords.history(name, from.priority, to.priority);
}

function slotText(data: SlotChange): string {
  const { history } = slotEditorWords;
  const { name, from, to } = data;
  if (data.change === 'day' && data.day)
    return history.day(name, formatDay(data.day), to?.capacity == null ? history.usual : String(to.capacity));
  if (data.change === 'notified' && to) return history.notified(name, formatHours(to), data.customers ?? 0);
  if (data.change === 'added' && to) return history.added(name, formatHours(to));
  if (!from || !to) return history.deleted(name);
  const places = (capacity: number | null | undefined) =>
    capacity == null ? history.anyCapacity : String(capacity);
  const week = (slot: SlotFacts) =>
    slot.capacityByWeekday?.map((capacity) => capacity ?? '–').join(' ') ?? history.usual;
  const stateOf = (slot: SlotFacts) => (slot.enabled ? history.enabled : history.disabled);
  return list(history.edited(name), [
    differ(history.name, setupWords.quoted(from.name), setupWords.quoted(to.name)),
    differ(history.hours, formatHours(from), formatHours(to)),
    differ(history.state, stateOf(from), stateOf(to)),
    differ(history.capacity, places(from.capacity), places(to.capacity)),
    differ(history.weekdays, week(from), week(to)),
  ]);
}

function zoneText(data: {
  change: Change | 'restored';
  name: string;
  from?: { name: string };
  to?: { name: string };
  added?: string[];
  removed?: string[];
}): string {
  const { history } = zoneEditorWords;
  const { name, from, to, added = [], removed = [] } = data;
  if (data.change === 'added') return history.added(name, added.join(', '));
  if (data.change === 'deleted')
    return list(history.deleted(name), [removed.length > 0 && history.freed(removed.join(', '))]);
  if (data.change === 'restored')
    return list(history.restored(name), [added.length > 0 && history.in(added.join(', '))]);
  return list(history.edited(name), [
    from && to && differ(history.name, setupWords.quoted(from.name), setupWords.quoted(to.name)),
    added.length > 0 && history.in(added.join(', ')),
    removed.length > 0 && history.out(removed.join(', ')),
  ]);
}

function conversationText({ from, to }: Record<'from' | 'to', ConversationSettings>): string {
  const { history, logoHistory, on, off, arrivalModes } = conversationEditorWords;
  const inWords = (key: keyof ConversationSettings, value: boolean | number | string | undefined) => {
    if (typeof value === 'boolean') return value ? on : off;
    if (key === 'logo')
      return !value
        ? logoHistory.none
        : value === from.logo
          ? logoHistory.set
          : from.logo
            ? logoHistory.other
            : logoHistory.set;
    if (key === 'arrival') return arrivalModes[value as ArrivalMode];
    return typeof value === 'number' ? String(value) : setupWords.quoted(value ?? '');
  };
  const parts = (Object.keys(to) as (keyof ConversationSettings)[]).map((key) =>
    differ(history[key], inWords(key, from[key]), inWords(key, to[key])),
  );
  return list(history.edited, parts);
}

type WebhookFacts = { name: string; url: string; events: string[]; operations: string[]; enabled: boolean };

function webhookText(data: {
  change: Change | 'rotated';
  name: string;
  from?: WebhookFacts;
  to?: WebhookFacts;
  moved?: boolean;
}): string {
  const { history } = webhookWords;
  const { name, from, to } = data;
  if (data.change !== 'edited' || !from || !to) return history[data.change](name);
  const stateOf = (webhook: WebhookFacts) => (webhook.enabled ? history.on : history.off);
  const count = (webhook: WebhookFacts) => history.eventCount(webhook.events.length);
  return list(history.edited(name), [
    differ(history.name, setupWords.quoted(from.name), setupWords.quoted(to.name)),
    data.moved &&
      (from.url === to.url ? history.movedWithin(to.url) : setupWords.change(history.url, from.url, to.url)),
    from.events.join() !== to.events.join() && setupWords.change(history.events, count(from), count(to)),
    differ(history.operations, from.operations.join(', '), to.operations.join(', ')),
    differ(history.state, stateOf(from), stateOf(to)),
  ]);
}

type AbsenceFacts = { fromDay: string; toDay: string; slots: string[]; reason: string };

function absenceText(data: { change: Change; name: string; from?: AbsenceFacts; to?: AbsenceFacts }): string {
  const { history, days } = absenceWords;
  const daysOf = ({ fromDay, toDay }: AbsenceFacts) => days(formatDay(fromDay), formatDay(toDay));
  const slotsOf = ({ slots }: AbsenceFacts) => (slots.length === 0 ? history.whole : slots.join(', '));
  const whole = (facts: AbsenceFacts | undefined) =>
    facts ? [daysOf(facts), slotsOf(facts), facts.reason].filter(Boolean).join(', ') : '';
  const { name, from, to } = data;
  if (data.change === 'added') return history.added(name, whole(to));
  if (data.change === 'deleted') return history.deleted(name, whole(from));
  if (!from || !to) return history.edited(name);
  return list(history.edited(name), [
    differ(history.days, daysOf(from), daysOf(to)),
    differ(history.slots, slotsOf(from), slotsOf(to)),
    differ(history.reason, from.reason || history.noReason, to.reason || history.noReason),
  ]);
}

type SkillFacts = {
  mode?: SkillMode;
  skills?: string[];
  needs?: unknown[];
  technicians?: { id: number; name: string; skills: string[] }[];
};

function skillsText({ from, to }: Record<'from' | 'to', SkillFacts>): string {
  const { history, modes } = skillWords;
  const without = (some: string[] = [], others: string[] = []) =>
    some.filter((skill) => !others.includes(skill)).join(', ');
  const [added, removed] = [without(to.skills, from.skills), without(from.skills, to.skills)];
  const inWords = (skills: string[] = []) => skills.join(', ') || history.nothing;
  return list(history.edited, [
    from.mode && to.mode && differ(history.mode, modes[from.mode][0], modes[to.mode][0]),
    added && history.added(added),
    removed && history.removed(removed),
    from.needs && to.needs && setupWords.change(history.needs, `${from.needs.length}`, `${to.needs.length}`),
    ...(to.technicians ?? []).map(({ id, name, skills }) =>
      setupWords.change(
        name,
        inWords(from.technicians?.find((has) => has.id === id)?.skills),
        inWords(skills),
      ),
    ),
  ]);
}

const differ = (what: string, from: string, to: string) => from !== to && setupWords.change(what, from, to);

function list(head: string, parts: (string | false | undefined)[]): string {
  const changes = parts.filter(Boolean);
  return changes.length > 0 ? `${head}: ${changes.join('; ')}` : head;
}
