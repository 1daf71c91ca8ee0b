import type { FieldVisit } from '../../db/reads/visits/technician-day.ts';
import { formatDay, slotLabel } from '../../machines/calendar/slots.ts';
import { isOpen } from '../../machines/visit/facts.ts';
import { statusLabel } from '../../machines/visit/labels.ts';
import { lines, oneLine } from './visit-facts.ts';

/** The texts of the chat bot. Plain text: user input is never markup. */

/** The bot's commands in Telegram's menu. */
export const commandList = [
  { command: 'visitas', description: 'Mis visitas de hoy' },
  { command: 'tomar', description: 'Visitas para tomar' },
  { command: 'start', description: 'Mi identificador y cómo vincularme' },
] as const;

/** Labels: the keyboard's send their text, those under a visit act on it. */
export const buttons = {
  mine: 'Mis visitas de hoy',
  free: 'Visitas para tomar',
  take: 'Tomar',
  onTheWay: 'Voy en camino',
  arrive: 'Llegué',
  leave: 'Liberar visita',
} as const;

export const identifier = 'Tu identificador es ';

/** /start from an unknown chat. `chatId` is all that they need. */
export const welcome = (chatId: string, profile: string): string =>
  lines(
    '¡Hola! Soy el bot de Agenda técnica.',
    `${identifier}${chatId}`,
    `Para vincularme, entrá a tu perfil en la agenda (${profile}) y tocá «Vincular con un toque», o escribí ahí ese identificador.`,
  );

export const linkedAs = (name: string): string => `Estás vinculado como ${oneLine(name)}.`;

export const linkedNow = (name: string): string =>
  `¡Listo! Este chat quedó vinculado a ${oneLine(name)}. Por acá te llegan los avisos.`;

export const help = 'Tocá «Mis visitas de hoy» o «Visitas para tomar».';

export const notLinked =
  'Este chat no está vinculado a ningún usuario de la agenda. Escribí /start para ver cómo hacerlo.';
export const notActive =
  'Tu usuario no está activo o su vínculo con el bot venció. Entrá a la agenda y volvé a vincular este chat desde tu perfil.';
export const severalUsers =
  'Este chat figura en más de un usuario. Entrá a tu perfil en la agenda y tocá «Vincular con un toque» para que sea tuyo.';
export const noOperations = 'Tu usuario no tiene operaciones asignadas.';

/** S1 §2 'Empty state', and the same for the other list. */
export const noneMine = 'No posee visitas asignadas para el día de hoy.';
export const noneFree = 'No hay visitas sin asignar para hoy.';

/** A list's heading; S1 §9: at most 15, with a notice. */
export const listHead = (title: string, shown: number, total: number): string =>
  lines(`${title}: ${total}`, total > shown && `Se muestran las ${shown} visitas más antiguas de ${total}.`);

/** A visit as a technician needs it on the way, and who has it. */
export function card(
  visit: FieldVisit,
  reader: { technicianId: number; today: string; page: string },
): string {
  const place = [visit.address, visit.location].map(oneLine).filter(Boolean).join(', ');
  const isOwn = visit.technicianId === reader.technicianId;
  const assignment = isOwn
    ? 'asignada a vos'
    : visit.technicianId === null
      ? 'sin asignar'
      : 'asignada a otro técnico';
  const open = isOpen(visit);
  // As it is called, so that a chat makes it a link.
  const telephone = oneLine(visit.telephones.map(({ text, tel }) => tel ?? text).join(''));
  const day = visit.day === reader.today ? '' : ` · ${formatDay(visit.day)}`;
  return lines(
    cut(`${slotLabel({ ...visit, name: oneLine(visit.slotName) })}${day}`, 120),
    cut(`Visita #${visit.id} · OT ${visit.orderNumber} · ${oneLine(visit.orderTypeName)}`, 160),
    cut(oneLine(visit.clientName), 160),
    place && cut(place, 300),
    telephone && cut(`Tel. ${telephone}`, 80),
    cut(
      [visit.symptom, visit.nodeName, visit.tag, visit.zoneName]
        .map((part) => oneLine(part ?? ''))
        .filter(Boolean)
        .join(' · '),
      300,
    ),
    ...visit.notes.slice(-3).map((note) => `Nota: ${cut(oneLine(note), 400)}`),
    `Estado: ${cut(oneLine(statusLabel(visit, visit.reasonText)), 120)}${open ? `, ${assignment}` : ''}`,
    open && isOwn && (visit.onTheWay || visit.delayed) && `Para cerrarla: ${reader.page}`,
  );
}

export const taken = 'Tomaste la visita.';
export const arrived = 'Registramos que llegaste.';
export const departed = 'Avisamos al cliente que vas en camino.';
export const released = 'Dejaste la visita.';

export const askReason = (visitId: number): string =>
  lines(
    `¿Por qué dejás la visita #${visitId}?`,
    'Respondé a este mensaje con el motivo, de 5 a 100 caracteres.',
  );
export const reasonHint = 'Motivo para liberarla';
export const questionOver = 'Esa pregunta ya no espera respuesta. Tocá «Mis visitas de hoy».';
export const oldButton = 'Ese botón ya no sirve. Tocá «Mis visitas de hoy».';
export const onlyText = 'Solo entiendo texto y los botones del menú.';

/** By code points, so that no character is split. */
const cut = (text: string, max: number): string => {
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`;
};
