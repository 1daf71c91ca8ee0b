import { formatDay } from '../../../machines/calendar/slots.ts';
import { noticeKey } from '../../../machines/notice/templates.ts';
import { hour, type Visit, type World } from './world.ts';

/** A sent message, in the words of `workers/messages`, which this room may not import. */
export type Notice = {
  key: string;
  visit: Visit;
  template: Visit['notices'][number]['template'];
  state: 'sent' | 'failed' | 'no_channel';
  channel: string | null;
  recipient: string | null;
  subject: string | null;
  text: string | null;
  problem: string | null;
  at: number;
};

/** The provider has sent messages for so many days. */
const keptDays = 35;

/**
 * The customers' messages of the last weeks, as `settleNotice` records them: an event, one more version of
 * the visit, and the state of the last one in the visit. Visits have their ids, events not yet their order.
 */
export function addNotices(world: World): Notice[] {
  const { random, now } = world;
  const notices: Notice[] = [];
  for (const visit of world.visits) {
    let settled = 0;
    for (const { template, at, version } of visit.notices) {
      if (at < now - keptDays * 24 * hour) continue;
      const client = visit.order.client;
      const [channel, recipient] = client.telegramChatId
        ? ['telegram', client.telegramChatId]
        : client.waNumber
          ? ['whatsapp', client.waNumber]
          : client.email
            ? ['email', client.email]
            : [null, null];
      const state = channel === null ? 'no_channel' : random.chance(0.006) ? 'failed' : 'sent';
      const { subject, text } = write(visit, template);
      notices.push({
        key: noticeKey(template, visit.id, version + settled),
        visit,
        template,
        state,
        channel,
        recipient,
        subject: channel ? subject : null,
        text: channel ? text : null,
        problem: state === 'failed' ? 'El canal rechazó el destinatario.' : null,
        at,
      });
      visit.customerNotice = state;
      visit.version++;
      settled++;
      visit.operation.events.push({
        at: Math.min(at + 2000, now),
        name: 'notice.recorded',
        visit,
        order: visit.order,
        technicianId: null,
        actor: null,
        data: { to: { state, audience: 'customer', template, channel } },
      });
    }
  }
  return notices.sort((a, b) => a.at - b.at);
}

function write(visit: Visit, template: Notice['template']): { subject: string; text: string } {
  const day = formatDay(visit.day);
  const when = `el ${day}, turno ${visit.slot.name} (de ${visit.slot.from} a ${visit.slot.to} h)`;
  const hello = `¡Hola, ${visit.order.client.name}!`;
  const place = `Orden ${visit.order.number} · ${visit.operation.plan.name}`;
  if (template === 'visit-created')
    return {
      subject: `Agendamos tu visita para el ${day}`,
      text: `${hello} Agendamos tu visita técnica para ${when}.\n${place}`,
    };
  if (template === 'visit-rescheduled')
    return {
      subject: `Reprogramamos tu visita para el ${day}`,
      text: `${hello} Tu visita técnica cambió de fecha: ahora es ${when}.\n${place}`,
    };
  return {
    subject: 'Tu técnico está en camino',
    text: `${hello} ${visit.technician?.name ?? 'Nuestro técnico'} va en camino a tu domicilio.\nEs por tu visita d${when}.\n${place}`,
  };
}
