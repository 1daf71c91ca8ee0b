import { hello, lines, orderAndPlace, type Text, type VisitFacts, whoseAndWhen } from './visit-facts.ts';

/** Contract §6: assigned by a dispatcher. */
export function technicianAssigned(facts: VisitFacts): Text {
  return textOf(facts, 'Te asignaron una visita', 'Te asignaron una visita.', 'Miralá en tu agenda.');
}

/** Contract §6: handed over from another technician. */
export function technicianChanged(facts: VisitFacts): Text {
  return textOf(
    facts,
    'Te pasaron una visita',
    'Te pasaron una visita de otro técnico.',
    'Miralá en tu agenda.',
  );
}

/** Contract §6: taken off this technician. */
export function technicianRemoved(facts: VisitFacts): Text {
  return textOf(facts, 'Ya no tenés una visita', 'Esta visita ya no es tuya.', 'No hace falta que vayas.');
}

function textOf(facts: VisitFacts, subject: string, sentence: string, next: string): Text {
  return {
    subject: `${subject}: ${facts.day}`,
    text: lines(
      `${hello(facts.technicianName)} ${sentence}`,
      whoseAndWhen(facts),
      orderAndPlace(facts),
      next,
    ),
  };
}
