import { hello, lines, orderAndPlace, type Text, type VisitFacts, whoseAndWhen } from './visit-facts.ts';

/** Contract §6: assigned by a dispatcher. */
export function technicianAssigned(facts: VisitFacts): Text {
  return told(facts, 'Te asignaron una visita', 'Te asignaron una visita.', 'Miralá en tu agenda.');
}

/** Contract §6: the visit went to this technician, from another. */
export function technicianChanged(facts: VisitFacts): Text {
  return told(
    facts,
    'Te pasaron una visita',
    'Te pasaron una visita de otro técnico.',
    'Miralá en tu agenda.',
  );
}

/** Contract §6: the visit was taken off this technician's day. */
export function technicianRemoved(facts: VisitFacts): Text {
  return told(facts, 'Ya no tenés una visita', 'Esta visita ya no es tuya.', 'No hace falta que vayas.');
}

function told(facts: VisitFacts, subject: string, what: string, next: string): Text {
  return {
    subject: `${subject}: ${facts.day}`,
    text: lines(`${hello(facts.technicianName)} ${what}`, whoseAndWhen(facts), orderAndPlace(facts), next),
  };
}
