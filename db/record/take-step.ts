import type { EventData } from '../../machines/events.ts';
import { type Decision, decideVisit } from '../../machines/visit/machine.ts';
import type { VisitStep } from '../../machines/visit/steps.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Frame } from './transact.ts';
import type { VisitRow } from './visit-row.ts';
import { type NewEvent, type NewNotice, notifiesCustomer } from './write-events.ts';

type Decided = Extract<Decision, { ok: true }>;

/**
 * `data` is kept with the event, its `from` and `to` in place of the usual ones, or alone where the step
 * moves nothing; `notices`: the messages that it causes.
 */
type With = { data?: EventData; dataAlone?: true; notices?: NewNotice[] };

/**
 * Takes a step of a locked visit: the machine decides, the change and the event are written at the frame's
 * end. The next step of the same visit starts from the returned `visit`.
 * @returns the machine's decision, or the refusal, which names the visit
 */
export function takeStep(frame: Frame, visit: VisitRow, step: VisitStep, more: With = {}): Decided | Refusal {
  const decision = decideStep(frame, visit, step);
  if (isRefusal(decision)) return decision;
  recordStep(frame, visit, decision, more);
  return decision;
}

/** The same without writing: for several visits, decided before the first is written. */
export function decideStep({ now, actor }: Frame, visit: VisitRow, step: VisitStep): Decided | Refusal {
  const decision = decideVisit(visit, step, { at: now, by: actor.fullName });
  return decision.ok ? decision : refuse(decision.refusal, { visitId: visit.id });
}

export function recordStep(frame: Frame, visit: VisitRow, decision: Decided, more: With = {}): void {
  frame.change(visit.id, {
    ...decision.change,
    ...(notifiesCustomer(more.notices ?? []) ? { customerNotice: 'pending' } : {}),
  });
  frame.record(eventOf(visit, decision, more));
}

/** The event of a decided step; by default with its technicians before and after, and its status. */
export function eventOf(
  visit: VisitRow,
  { visit: next, event }: Decided,
  { data, dataAlone, notices = [] }: With,
): NewEvent {
  return {
    operation: visit.operation,
    name: event,
    visitId: visit.id,
    orderNumber: visit.orderNumber,
    technicianId: next.technicianId ?? visit.technicianId,
    data: dataAlone
      ? (data ?? {})
      : {
          from: { technicianId: visit.technicianId, statusId: visit.statusId },
          to: { technicianId: next.technicianId, statusId: next.statusId },
          ...data,
        },
    notices: { list: notices, visitVersion: visit.version + 1 },
  };
}
