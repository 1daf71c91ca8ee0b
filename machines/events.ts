import type { SupervisorTemplate, Template } from './notice/templates.ts';

/** Kinds of change that a board is sent (contract §5). */
export type ChangeKind = 'visit' | 'orders' | 'timestripes' | 'zones' | 'priorities';

/** How the webhook editor groups the events that a webhook may ask for. */
export type WebhookGroup = 'order' | 'end' | 'way' | 'data' | 'customer';

/** Everything that follows from an event. The code that acts reads it here and nowhere else. */
type Consequences = {
  /** What every board of the event's operation is sent; empty: nothing. */
  board: readonly ChangeKind[];
  /** The messages that its command may decide with it; `templates` says to whom. */
  notices: readonly Template[];
  /** Whether a worker looks at the visit's waiting messages: some may be due, others have lost their sense. */
  wakesNotices: boolean;
  /** The message to the supervisors who are subscribed to technicians' notifications (contract §6); null: none. */
  supervisors: SupervisorTemplate | null;
  /** The group under which a webhook may ask for it; null: it is not sent to webhooks. */
  webhook: WebhookGroup | null;
  /**
   * Whether it can change what a month's reports count, of the month in which it happened or of its visit's: 'none' it
   * cannot, 'touches' it can, 'places' it also puts the visit into the month in which it happened. In doubt it touches.
   */
  reports: 'none' | 'touches' | 'places';
  /** Whether it ends the visit: what comes after is not part of its duration. */
  ends: boolean;
  /**
   * 'undoable': the change can be taken back for a moment (ux.md U8), and its messages wait as long; the others ask
   * before they are done. 'harmless': it may happen in between without standing in the way of taking back.
   */
  undo: 'undoable' | 'harmless' | 'final';
  /** Whether a command that was sent on the version before it is refused as stale (ux.md U9). */
  conflicts: boolean;
  /** Its name in a visit's history; null: it is shown otherwise, or not. */
  label: string | null;
  /** Its name in the webhook editor. */
  webhookLabel: string | null;
};

/**
 * What can have happened, and what follows. Each event is one row of the record, written in the transaction of the
 * change with the operation's next version. Closed: an event whose consequences are not all decided does not compile.
 */
// biome-ignore format: three lines an event, so that the table is read as a page.
export const events = {
  'visit.created': {
    board: ['visit', 'orders'], notices: ['visit-created', 'visit-rescheduled', 'technician-assigned'], wakesNotices: true, supervisors: null, webhook: 'data',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Creada', webhookLabel: 'Visita creada',
  },
  'visit.taken': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-taken', webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Tomada por el técnico', webhookLabel: 'Tomada por el técnico',
  },
  'visit.assigned': {
    board: ['visit'], notices: ['technician-assigned', 'technician-changed', 'technician-removed'], wakesNotices: true, supervisors: null, webhook: 'way',
    reports: 'touches', ends: false, undo: 'undoable', conflicts: true,
    label: 'Asignada', webhookLabel: 'Asignada a un técnico',
  },
  'visit.unassigned': {
    board: ['visit'], notices: ['technician-removed'], wakesNotices: true, supervisors: null, webhook: 'way',
    reports: 'touches', ends: false, undo: 'undoable', conflicts: true,
    label: 'Desasignada', webhookLabel: 'Desasignada',
  },
  'visit.released': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-released', webhook: 'way',
    reports: 'places', ends: false, undo: 'undoable', conflicts: true,
    label: 'Liberada por el técnico', webhookLabel: 'Liberada por el técnico',
  },
  'visit.auto_released': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-auto-released', webhook: 'way',
    reports: 'places', ends: false, undo: 'final', conflicts: true,
    label: 'Liberada automáticamente', webhookLabel: 'Liberada automáticamente',
  },
  'visit.on_the_way': {
    board: ['visit'], notices: ['on-the-way'], wakesNotices: true, supervisors: 'supervisor-on-the-way', webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'En camino', webhookLabel: 'Técnico en camino',
  },
  'visit.off_the_way': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Dejó de ir en camino', webhookLabel: 'Dejó de ir en camino',
  },
  'visit.delayed': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-delayed', webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Cierre demorado', webhookLabel: 'Cierre demorado',
  },
  // Left pending with a reason: the visit is not closed.
  'visit.postponed': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, webhook: 'end',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Quedó pendiente', webhookLabel: 'Quedó pendiente',
  },
  'visit.finished': {
    board: ['visit', 'orders'], notices: ['visit-question'], wakesNotices: true, supervisors: 'supervisor-closed', webhook: 'end',
    reports: 'places', ends: true, undo: 'final', conflicts: true,
    label: 'Concluida', webhookLabel: 'Concluida',
  },
  'visit.cancelled': {
    board: ['visit', 'orders'], notices: ['technician-removed'], wakesNotices: true, supervisors: 'supervisor-cancelled', webhook: 'end',
    reports: 'places', ends: true, undo: 'final', conflicts: true,
    label: 'Cancelada', webhookLabel: 'Cancelada',
  },
  'visit.rescheduled': {
    board: ['visit', 'orders'], notices: ['technician-removed'], wakesNotices: true, supervisors: null, webhook: 'end',
    reports: 'places', ends: true, undo: 'final', conflicts: true,
    label: 'Reprogramada', webhookLabel: 'Reprogramada',
  },
  'visit.edited': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, webhook: 'data',
    reports: 'touches', ends: false, undo: 'undoable', conflicts: true,
    label: 'Editada', webhookLabel: 'Editada',
  },
  'visit.noted': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, webhook: 'data',
    reports: 'none', ends: false, undo: 'harmless', conflicts: true,
    label: 'Nota agregada', webhookLabel: 'Nota agregada',
  },
  // The messages of the change that wait look again, and find that they have lost their sense.
  'visit.undone': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, webhook: 'data',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Cambio deshecho', webhookLabel: 'Cambio deshecho',
  },
  'visit.reminded': {
    board: ['visit'], notices: ['visit-reminder'], wakesNotices: true, supervisors: null, webhook: 'customer',
    reports: 'none', ends: false, undo: 'final', conflicts: false,
    label: 'Recordatorio al cliente', webhookLabel: 'Recordatorio al cliente',
  },
  'visit.confirmed': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, webhook: 'customer',
    reports: 'none', ends: false, undo: 'final', conflicts: false,
    label: 'Confirmada por el cliente', webhookLabel: 'Confirmada por el cliente',
  },
  'visit.answered': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, webhook: 'customer',
    reports: 'none', ends: false, undo: 'final', conflicts: false,
    label: 'El cliente respondió que', webhookLabel: 'El cliente respondió si quedó resuelto',
  },
  'notice.recorded': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: null, webhookLabel: null,
  },
  // Its visits come after it, each with an event of its own.
  'order.received': {
    board: ['orders'], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  // Its date, which the segments of a report count from.
  'order.changed': {
    board: ['orders'], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  // It comes with the closing of the visit that fulfils the order.
  'order.fulfilled': {
    board: ['orders'], notices: [], wakesNotices: false, supervisors: null, webhook: 'order',
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: 'OT cumplida', webhookLabel: 'OT cumplida, con su cierre, materiales y mano de obra',
  },
  // The hours of a slot decide which closings are late.
  'slots.changed': {
    board: ['timestripes'], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'zones.changed': {
    board: ['zones'], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'priorities.changed': {
    board: ['priorities', 'orders'], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  // No board shows it; its editor follows every event.
  'conversation.changed': {
    board: [], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'webhooks.changed': {
    board: [], notices: [], wakesNotices: false, supervisors: null, webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
} as const satisfies Record<string, Consequences>;

export type EventName = keyof typeof events;
export const eventNames = Object.keys(events) as EventName[];

/** What follows from an event; undefined: a newer version of this program wrote it. */
export const consequencesOf = (name: string): Consequences | undefined =>
  Object.hasOwn(events, name) ? events[name as EventName] : undefined;

/** The events whose consequences are such. */
export const eventsThat = (test: (consequences: Consequences) => boolean): EventName[] =>
  eventNames.filter((name) => test(events[name]));

/** The changes that can be taken back, and what may happen in between. */
export const undoableEvents = eventsThat(({ undo }) => undo === 'undoable');
export const harmlessToUndo = eventsThat(({ undo }) => undo === 'harmless');

/** Seconds for which a change can be taken back: the toast's 5, a pointer that holds it, a slow network. */
export const undoSeconds = 20;

/** Seconds for which the messages of a change that can be taken back wait, longer than it can be. */
export const holdSeconds = undoSeconds + 2;

/** The events that a webhook may ask for. */
export type WebhookEvent = {
  [Name in EventName]: (typeof events)[Name]['webhook'] extends null ? never : Name;
}[EventName];
export const isWebhookEvent = (name: string): name is WebhookEvent => consequencesOf(name)?.webhook != null;
export const webhookEvents = eventNames.filter(isWebhookEvent);

/** What an event remembers beside who and when: from where to where, and a note. */
export type EventData = {
  from?: Record<string, unknown>;
  to?: Record<string, unknown>;
  note?: string;
  [more: string]: unknown;
};
