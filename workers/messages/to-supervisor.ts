import {
  lines,
  oneLine,
  orderAndPlace,
  type Text,
  type VisitFacts,
  whoseAndWhen,
  whoseTechnician,
} from './visit-facts.ts';

const UNNAMED = 'Un técnico';

/** Contract §6: notifications of supervisors subscribed to technicians. They name the actor. */
export const visitTaken = textOf('Visita tomada', byActor('tomó la visita'));
export const visitReleased = textOf('Visita liberada', byActor('liberó la visita'));
export const visitOnTheWay = textOf('Técnico en camino', byActor('va en camino a la visita'));
export const visitClosed = textOf('Visita cerrada', byActor('cerró la visita'));
export const visitCancelled = textOf('Visita cancelada', byActor('canceló la visita'));
export const visitAutoReleased = textOf('Visita liberada automáticamente', ({ technicianName }) => {
  const name = oneLine(technicianName ?? '');
  return name ? `El sistema liberó la visita que tenía ${name}.` : 'El sistema liberó la visita.';
});
export const visitDelayed = textOf('Visita demorada', ({ technicianName }) => {
  const name = oneLine(technicianName ?? '');
  return name ? `Está demorada la visita de ${name}.` : 'Hay una visita demorada, sin técnico.';
});

function byActor(action: string): (facts: VisitFacts) => string {
  return (facts) => {
    const name = oneLine(facts.actorName ?? facts.technicianName ?? '') || UNNAMED;
    return lines(`${name} ${action}.`, facts.actorName && whoseTechnician(facts));
  };
}

function textOf(subject: string, action: (facts: VisitFacts) => string): (facts: VisitFacts) => Text {
  return (facts) => ({
    subject: `${subject}: orden ${oneLine(facts.orderNumber)}`,
    text: lines(action(facts), whoseAndWhen(facts), orderAndPlace(facts)),
  });
}
