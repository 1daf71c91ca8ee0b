import type { EventName } from '../../machines/events.ts';
import type { WebhookEvent } from '../../machines/webhook-body.ts';

/** The events that a visit's timeline shows. */
type TimelineEvent = Exclude<EventName, 'notice.recorded' | 'order.received' | `${string}.changed`>;

export const eventWords: Record<TimelineEvent, string> = {
  'visit.created': 'Creada',
  'visit.taken': 'Tomada por el técnico',
  'visit.assigned': 'Asignada',
  'visit.unassigned': 'Desasignada',
  'visit.released': 'Liberada por el técnico',
  'visit.auto_released': 'Liberada automáticamente',
  'visit.on_the_way': 'En camino',
  'visit.off_the_way': 'Dejó de ir en camino',
  'visit.delayed': 'Cierre demorado',
  'visit.postponed': 'Quedó pendiente',
  'visit.finished': 'Concluida',
  'visit.cancelled': 'Cancelada',
  'visit.rescheduled': 'Reprogramada',
  'visit.edited': 'Editada',
  'visit.noted': 'Nota agregada',
  'visit.undone': 'Cambio deshecho',
  'visit.reminded': 'Recordatorio al cliente',
  'visit.confirmed': 'Confirmada por el cliente',
  'visit.answered': 'El cliente respondió que',
  'order.fulfilled': 'OT cumplida',
};

/** As a webhook offers them: without the names and times that a timeline has beside it. */
export const webhookEventWords: Record<WebhookEvent, string> = {
  'order.fulfilled': 'OT cumplida, con su cierre, materiales y mano de obra',
  'visit.created': 'Visita creada',
  'visit.taken': 'Tomada por el técnico',
  'visit.assigned': 'Asignada a un técnico',
  'visit.unassigned': 'Desasignada',
  'visit.released': 'Liberada por el técnico',
  'visit.auto_released': 'Liberada automáticamente',
  'visit.on_the_way': 'Técnico en camino',
  'visit.off_the_way': 'Dejó de ir en camino',
  'visit.delayed': 'Cierre demorado',
  'visit.postponed': 'Quedó pendiente',
  'visit.finished': 'Concluida',
  'visit.cancelled': 'Cancelada',
  'visit.rescheduled': 'Reprogramada',
  'visit.edited': 'Editada',
  'visit.noted': 'Nota agregada',
  'visit.undone': 'Cambio deshecho',
  'visit.reminded': 'Recordatorio al cliente',
  'visit.confirmed': 'Confirmada por el cliente',
  'visit.answered': 'El cliente respondió si quedó resuelto',
};
