import type { PushFacts } from '../../db/reads/notices/push-to-send.ts';
import { formatDay, today, weekdayName } from '../../machines/calendar/slots.ts';
import type { PushName, PushPayload } from '../../machines/notice/push.ts';
import { oneLine } from './visit-facts.ts';

const titles: Record<PushName, string> = {
  assigned: 'Te asignaron una visita',
  removed: 'Te quitaron una visita',
  cancelled: 'Se canceló una visita tuya',
  rescheduled: 'Se reprogramó una visita tuya',
  'at-home': 'El cliente está en casa',
};

/** What a technician's phone shows, also on its lock screen: when and where, not whose. */
export function writePush(name: PushName, visit: PushFacts, tag: string, now = new Date()): PushPayload {
  const day = visit.day === today(now) ? 'Hoy' : `${weekdayName(visit.day)} ${formatDay(visit.day)}`;
  return {
    title: titles[name],
    body: [
      `${day} de ${visit.fromHour} a ${visit.toHour} h`,
      oneLine(visit.clientAddress),
      `OT ${visit.orderNumber}`,
    ]
      .filter(Boolean)
      .join(' · '),
    tag,
    // One that is no longer theirs they find in the day's list.
    url: name === 'removed' ? '/tecnico' : `/visit/view/${visit.id}/default`,
  };
}
