import { lines, oneLine, orderAndPlace, type Text, type VisitFacts, whoseAndWhen } from './visit-facts.ts';

const ONE = 'Un técnico';

/** Contract §6: what supervisors subscribed to technicians' notifications hear of their operation. */
export const visitTaken = told('Visita tomada', (who) => `${who || ONE} tomó la visita`);
export const visitReleased = told('Visita liberada', (who) => `${who || ONE} liberó la visita`);
export const visitOnTheWay = told('Técnico en camino', (who) => `${who || ONE} va en camino a la visita`);
export const visitClosed = told('Visita cerrada', (who) => `${who || ONE} cerró la visita`);
export const visitAutoReleased = told('Visita liberada automáticamente', (who) =>
  who ? `El sistema liberó la visita que tenía ${who}` : 'El sistema liberó la visita',
);
export const visitDelayed = told('Visita demorada', (who) =>
  who ? `Está demorada la visita de ${who}` : 'Hay una visita demorada, sin técnico',
);

function told(subject: string, what: (who: string) => string): (facts: VisitFacts) => Text {
  return (facts) => ({
    subject: `${subject}: orden ${oneLine(facts.orderNumber)}`,
    text: lines(`${what(oneLine(facts.technicianName ?? ''))}.`, whoseAndWhen(facts), orderAndPlace(facts)),
  });
}
