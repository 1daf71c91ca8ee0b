import { shiftedSlot } from '../../machines/visit/running-late.ts';
import { hello, lines, oneLine, orderAndPlace, type Text, type VisitFacts, when } from './visit-facts.ts';

/** Contract §6: on the way, with `send_notification`. */
export function onTheWay(facts: VisitFacts): Text {
  return {
    subject: 'Tu técnico está en camino',
    text: lines(
      `${hello(facts.customerName)} ${oneLine(facts.technicianName ?? '') || 'Nuestro técnico'} va en camino a tu domicilio.`,
      `Es por tu visita d${when(facts)}.`,
      facts.link && `Seguila acá: ${facts.link}`,
      orderAndPlace(facts),
    ),
  };
}

/** Contract §8 'running late', in operations that notify of it. */
export function runningLate(facts: VisitFacts): Text {
  const { runningLate: minutes, slotFrom: fromHour, slotTo: toHour } = facts;
  const news = minutes
    ? `Nuestro técnico va con unos ${minutes} minutos de atraso: estima llegar ${shiftedSlot({ fromHour, toHour }, minutes)}.`
    : 'Nuestro técnico no va a poder llegar en el horario de tu visita. Te vamos a contactar para coordinarla.';
  return {
    subject: minutes ? 'Tu técnico va atrasado' : 'Tu técnico no llega a tu visita',
    text: lines(
      `${hello(facts.customerName)} ${news}`,
      `Es por tu visita d${when(facts)}.`,
      facts.link && `Seguila acá: ${facts.link}`,
      orderAndPlace(facts),
    ),
  };
}

/** Contract §6: visit created with `public_link`. */
export function visitCreated(facts: VisitFacts): Text {
  return {
    subject: `Agendamos tu visita para el ${facts.day}`,
    text: lines(
      `${hello(facts.customerName)} Agendamos tu visita técnica para ${when(facts)}.`,
      facts.link && `Mirá los detalles cuando quieras: ${facts.link}`,
      orderAndPlace(facts),
    ),
  };
}

/** Contract §6: rescheduled with `public_link`. */
export function visitRescheduled(facts: VisitFacts): Text {
  return {
    subject: `Reprogramamos tu visita para el ${facts.day}`,
    text: lines(
      `${hello(facts.customerName)} Tu visita técnica cambió de fecha: ahora es ${when(facts)}.`,
      facts.link && `Mirá los detalles cuando quieras: ${facts.link}`,
      orderAndPlace(facts),
    ),
  };
}

/** The slot of the visit has other hours, and the dispatcher chose to notify its customers. */
export function visitHours(facts: VisitFacts): Text {
  return {
    subject: `Cambió el horario de tu visita del ${facts.day}`,
    text: lines(
      `${hello(facts.customerName)} Cambió el horario de tu visita técnica: ahora es ${when(facts)}.`,
      facts.link && `Mirá los detalles cuando quieras: ${facts.link}`,
      orderAndPlace(facts),
    ),
  };
}

/** The day before, in operations that send reminders. It names the day, for late readers. */
export function visitReminder(facts: VisitFacts): Text {
  const ask = facts.mayReply
    ? 'Confirmá que vas a estar, cambiala o cancelala acá'
    : 'Mirá los detalles cuando quieras';
  return {
    subject: `Recordatorio de tu visita del ${facts.day}`,
    text: lines(
      `${hello(facts.customerName)} Te recordamos tu visita técnica: es ${when(facts)}.`,
      facts.link && `${ask}: ${facts.link}`,
      orderAndPlace(facts),
    ),
  };
}

/** After a finished visit, in operations that ask: one question, answered on the link's page. */
export function visitQuestion(facts: VisitFacts): Text {
  return {
    subject: '¿Quedó resuelto?',
    text: lines(
      `${hello(facts.customerName)} Terminamos tu visita técnica d${when(facts)}. ¿Quedó resuelto?`,
      facts.link && `Contestanos con un toque acá: ${facts.link}`,
      orderAndPlace(facts),
    ),
  };
}
