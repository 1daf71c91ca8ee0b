import { z } from 'zod';
import { isNews } from '../../../machines/visit/moment.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { visitStep } from '../../record/visit-step.ts';
import { flag, happenedAt, id, seenVersion } from '../input.ts';

/**
 * 'Voy en camino', and back again (S1 §4 'Set on the way'). Notifies the customer unless `send_notification`
 * is false, or it took place too long ago: the message is decided here, in the statement of the change (contract §6).
 */
export const setOnTheWay = visitStep({
  name: 'setOnTheWay',
  input: z.object({
    visit_id: id,
    on_the_way: flag.default(true),
    send_notification: flag.default(true),
    happened_at: happenedAt,
    version: seenVersion,
  }),
  change(visit, input, { actor }) {
    if (actor.technicianId === null) return refuse('not-a-technician');
    const { technicianId } = actor;
    if (!input.on_the_way)
      return {
        step: { type: 'UNSET_ON_THE_WAY', technicianId },
        answer: { visit_id: visit.id, on_the_way: false },
      };
    return {
      step: {
        type: 'SET_ON_THE_WAY',
        technicianId,
        allowed: visit.departureAllowed,
        visitId: visit.id,
        currentVisitId: visit.currentVisitId,
      },
      notices:
        input.send_notification && isNews(visit.now, visit.reportedAt) ? [{ template: 'on-the-way' }] : [],
      answer: { visit_id: visit.id, on_the_way: true },
    };
  },
});
