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
