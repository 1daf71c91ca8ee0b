import type { PushName } from './notice/push.ts';
import { resendable, type SupervisorTemplate, type Template } from './notice/templates.ts';
import { undoSeconds } from './visit/undo-time.ts';

/** What a board is sent (contract §5). */
export type ChangeKind =
  | 'visit'
  | 'orders'
  | 'timestripes'
  | 'zones'
  | 'priorities'
  | 'crew'
  | 'names'
  /** So much of what it shows may have changed that it reads all of it again. */
  | 'reload';

/** The groups of events in the webhook editor. */
export type WebhookGroup = 'order' | 'end' | 'way' | 'data' | 'customer';

/** Everything that follows from an event, decided here and nowhere else. */
type Consequences = {
  /** What every board of the event's operation is sent. */
  board: readonly ChangeKind[];
  /** The messages that its command may decide; `templates` names the audience. */
  notices: readonly Template[];
  /** Whether a worker checks the visit's waiting messages, where there are any: some may be due, others obsolete. */
  wakesNotices: boolean;
  /** The message to supervisors subscribed to technicians' notifications (contract §6); null: none. */
  supervisors: SupervisorTemplate | null;
  /** The push messages to the phones of its technician, or of the one who loses the visit. */
  push: readonly PushName[];
  /** The webhook editor's group; null: not sent to webhooks. */
  webhook: WebhookGroup | null;
  /**
   * The effect on what a month's reports count, of the month of the event or of its visit: 'none', 'touches',
   * or 'places' (also puts the visit into the month of the event). In doubt 'touches'.
   */
  reports: 'none' | 'touches' | 'places';
  /** Whether it ends the visit: later events do not count for its duration. */
  ends: boolean;
  /**
   * 'undoable': the change can be undone for a moment (ux.md U8), and its messages wait as long unless its command
   * says that it is not; others ask for confirmation. 'harmless': does not prevent the undo of an earlier change.
   */
  undo: 'undoable' | 'harmless' | 'final';
  /** Whether a command based on the version before it is refused as stale (ux.md U9). */
  conflicts: boolean;
  /** Its name in a visit's history; null: not shown there. */
  label: string | null;
  /** Its name in the webhook editor. */
  webhookLabel: string | null;
};

/**
 * All events and their consequences. Each event is one row of the record, written in the transaction of the change
 * with the operation's next version. Exhaustive: an event with an undecided consequence does not compile.
 */
// biome-ignore format: three lines an event keep the table readable.
export const events = {
  'visit.created': {
    board: ['visit', 'orders'], notices: ['visit-created', 'visit-rescheduled', 'technician-assigned'], wakesNotices: true, supervisors: null, push: ['assigned'], webhook: 'data',
    reports: 'touches', ends: false, undo: 'undoable', conflicts: true,
    label: 'Creada', webhookLabel: 'Visita creada',
  },
  'visit.withdrawn': {
    board: ['visit', 'orders'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: 'data',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Creación deshecha', webhookLabel: 'Creación de la visita deshecha',
  },
  'visit.taken': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-taken', push: [], webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Tomada por el técnico', webhookLabel: 'Tomada por el técnico',
  },
  'visit.assigned': {
    board: ['visit'], notices: ['technician-assigned', 'technician-changed', 'technician-removed'], wakesNotices: true, supervisors: null, push: ['assigned', 'removed'], webhook: 'way',
    reports: 'touches', ends: false, undo: 'undoable', conflicts: true,
    label: 'Asignada', webhookLabel: 'Asignada a un técnico',
  },
  'visit.unassigned': {
    board: ['visit'], notices: ['technician-removed'], wakesNotices: true, supervisors: null, push: ['removed'], webhook: 'way',
    reports: 'touches', ends: false, undo: 'undoable', conflicts: true,
    label: 'Desasignada', webhookLabel: 'Desasignada',
  },
  'visit.released': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-released', push: [], webhook: 'way',
    reports: 'places', ends: false, undo: 'undoable', conflicts: true,
    label: 'Liberada por el técnico', webhookLabel: 'Liberada por el técnico',
  },
  'visit.auto_released': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-auto-released', push: [], webhook: 'way',
    reports: 'places', ends: false, undo: 'final', conflicts: true,
    label: 'Liberada automáticamente', webhookLabel: 'Liberada automáticamente',
  },
  'visit.on_the_way': {
    board: ['visit'], notices: ['on-the-way'], wakesNotices: true, supervisors: 'supervisor-on-the-way', push: [], webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'En camino', webhookLabel: 'Técnico en camino',
  },
  'visit.arrived': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, push: [], webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Llegó al domicilio', webhookLabel: 'Técnico en el domicilio',
  },
  'visit.running_late': {
    board: ['visit'], notices: ['running-late'], wakesNotices: true, supervisors: null, push: [], webhook: 'way',
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'El técnico avisó que va atrasado', webhookLabel: 'Técnico atrasado',
  },
  'visit.called': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'Llamó al cliente', webhookLabel: null,
  },
  'visit.photographed': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'Agregó una foto', webhookLabel: null,
  },
  'visit.off_the_way': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, push: [], webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Dejó de ir en camino', webhookLabel: 'Dejó de ir en camino',
  },
  'visit.delayed': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: 'supervisor-delayed', push: [], webhook: 'way',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Cierre demorado', webhookLabel: 'Cierre demorado',
  },
  'visit.postponed': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, push: [], webhook: 'end',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Quedó pendiente', webhookLabel: 'Quedó pendiente',
  },
  'visit.finished': {
    board: ['visit', 'orders'], notices: ['visit-question'], wakesNotices: true, supervisors: 'supervisor-closed', push: [], webhook: 'end',
    reports: 'places', ends: true, undo: 'final', conflicts: true,
    label: 'Concluida', webhookLabel: 'Concluida',
  },
  'visit.cancelled': {
    board: ['visit', 'orders'], notices: ['technician-removed'], wakesNotices: true, supervisors: 'supervisor-cancelled', push: ['cancelled'], webhook: 'end',
    reports: 'places', ends: true, undo: 'final', conflicts: true,
    label: 'Cancelada', webhookLabel: 'Cancelada',
  },
  'visit.rescheduled': {
    board: ['visit', 'orders'], notices: ['technician-removed'], wakesNotices: true, supervisors: null, push: ['rescheduled'], webhook: 'end',
    reports: 'places', ends: true, undo: 'final', conflicts: true,
    label: 'Reprogramada', webhookLabel: 'Reprogramada',
  },
  'visit.edited': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, push: [], webhook: 'data',
    reports: 'touches', ends: false, undo: 'undoable', conflicts: true,
    label: 'Editada', webhookLabel: 'Editada',
  },
  'visit.reordered': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'undoable', conflicts: false,
    label: 'Cambió de lugar en la recorrida', webhookLabel: null,
  },
  'visit.overbooked': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: 'data',
    reports: 'none', ends: false, undo: 'harmless', conflicts: true,
    label: 'Sobre el cupo de la franja', webhookLabel: 'Puesta sobre el cupo de la franja',
  },
  'visit.noted': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: 'data',
    reports: 'none', ends: false, undo: 'harmless', conflicts: true,
    label: 'Nota agregada', webhookLabel: 'Nota agregada',
  },
  'visit.undone': {
    board: ['visit'], notices: [], wakesNotices: true, supervisors: null, push: [], webhook: 'data',
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: 'Cambio deshecho', webhookLabel: 'Cambio deshecho',
  },
  'visit.reminded': {
    board: ['visit'], notices: ['visit-reminder'], wakesNotices: true, supervisors: null, push: [], webhook: 'customer',
    reports: 'none', ends: false, undo: 'final', conflicts: false,
    label: 'Recordatorio al cliente', webhookLabel: 'Recordatorio al cliente',
  },
  'visit.confirmed': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: 'customer',
    reports: 'none', ends: false, undo: 'final', conflicts: false,
    label: 'Confirmada por el cliente', webhookLabel: 'Confirmada por el cliente',
  },
  'visit.at_home': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: ['at-home'], webhook: 'customer',
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'El cliente avisó que está en casa', webhookLabel: 'El cliente está en casa',
  },
  'visit.answered': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: 'customer',
    reports: 'none', ends: false, undo: 'final', conflicts: false,
    label: 'El cliente respondió que', webhookLabel: 'El cliente respondió si quedó resuelto',
  },
  'visit.link_opened': {
    board: [], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'El cliente abrió el enlace', webhookLabel: null,
  },
  'visit.notice_resent': {
    board: ['visit'], notices: resendable, wakesNotices: true, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'Mensaje reenviado', webhookLabel: null,
  },
  'visit.hours_notified': {
    board: ['visit'], notices: ['visit-hours'], wakesNotices: true, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'Aviso de horario nuevo', webhookLabel: null,
  },
  'visit.acknowledged': {
    board: [], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: 'Enterado', webhookLabel: null,
  },
  'notice.recorded': {
    board: ['visit'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'harmless', conflicts: false,
    label: null, webhookLabel: null,
  },
  'order.received': {
    board: ['orders'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'order.changed': {
    board: ['orders'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'order.fulfilled': {
    board: ['orders'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: 'order',
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: 'OT cumplida', webhookLabel: 'OT cumplida, con su cierre, materiales y mano de obra',
  },
  'slots.changed': {
    board: ['timestripes'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'touches', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'zones.changed': {
    board: ['zones'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'priorities.changed': {
    board: ['priorities', 'orders'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'names.added': {
    board: ['names'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'names.merged': {
    board: ['reload'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'absences.changed': {
    board: ['crew'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'skills.changed': {
    board: ['crew'], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'conversation.changed': {
    board: [], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
  'webhooks.changed': {
    board: [], notices: [], wakesNotices: false, supervisors: null, push: [], webhook: null,
    reports: 'none', ends: false, undo: 'final', conflicts: true,
    label: null, webhookLabel: null,
  },
} as const satisfies Record<string, Consequences>;

export type EventName = keyof typeof events;
export const eventNames = Object.keys(events) as EventName[];

/** The consequences of an event; undefined: written by a newer version. */
export const consequencesOf = (name: string): Consequences | undefined =>
  Object.hasOwn(events, name) ? events[name as EventName] : undefined;

export const eventsThat = (test: (consequences: Consequences) => boolean): EventName[] =>
  eventNames.filter((name) => test(events[name]));

/** The changes that can be undone, and the events that do not prevent it. */
export const undoableEvents = eventsThat(({ undo }) => undo === 'undoable');
export const harmlessToUndo = eventsThat(({ undo }) => undo === 'harmless');

/** Seconds for which the messages of an undoable change wait. */
export const holdSeconds = undoSeconds + 2;

export type WebhookEvent = {
  [Name in EventName]: (typeof events)[Name]['webhook'] extends null ? never : Name;
}[EventName];
export const isWebhookEvent = (name: string): name is WebhookEvent => consequencesOf(name)?.webhook != null;
export const webhookEvents = eventNames.filter(isWebhookEvent);

/** An event's data besides who and when: values before and after, and a note. */
export type EventData = {
  from?: Record<string, unknown>;
  to?: Record<string, unknown>;
  note?: string;
  [more: string]: unknown;
};
