import {
  lines,
  oneLine,
  orderAndPlace,
  type Text,
  type VisitFacts,
  whoseAndWhen,
  whoseTechnician,
} from './visit-facts.ts';

const ONE = 'Un técnico';

/** Contract §6: what supervisors subscribed to technicians' notifications hear of their operation. It names who did it. */
export const visitTaken = told('Visita tomada', byActor('tomó la visita'));
export const visitReleased = told('Visita liberada', byActor('liberó la visita'));
export const visitOnTheWay = told('Técnico en camino', byActor('va en camino a la visita'));
export const visitClosed = told('Visita cerrada', byActor('cerró la visita'));
export const visitCancelled = told('Visita cancelada', byActor('canceló la visita'));
export const visitAutoReleased = told('Visita liberada automáticamente', ({ technicianName }) => {
  const who = oneLine(technicianName ?? '');
  return who ? `El sistema liberó la visita que tenía ${who}.` : 'El sistema liberó la visita.';
});
export const visitDelayed = told('Visita demorada', ({ technicianName }) => {
  const who = oneLine(technicianName ?? '');
  return who ? `Está demorada la visita de ${who}.` : 'Hay una visita demorada, sin técnico.';
});

function byActor(what: string): (facts: VisitFacts) => string {
  return (facts) => {
    const who = oneLine(facts.actorName ?? facts.technicianName ?? '') || ONE;
    return lines(`${who} ${what}.`, facts.actorName && whoseTechnician(facts));
  };
}

function told(subject: string, what: (facts: VisitFacts) => string): (facts: VisitFacts) => Text {
  return (facts) => ({
    subject: `${subject}: orden ${oneLine(facts.orderNumber)}`,
    text: lines(what(facts), whoseAndWhen(facts), orderAndPlace(facts)),
  });
}
