import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import type { Day } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { wasReportedLate } from '../../../machines/visit/moment.ts';
import type { RefusalCode } from '../../../machines/words/refusals.ts';
import { forgetDraft } from '../../closing/finish-draft.ts';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import type { StepName } from '../../offline/kept-step.ts';
import { serverNow } from '../../offline/server-clock.ts';
import { isPending, isUnderWay, type QueuedStep, type Sent } from '../../offline/step-queue.ts';
import { useStepQueue, useSteps } from '../../offline/steps.tsx';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { pendingWords } from '../../words/board/pending-words.ts';
import { technicianWords } from '../../words/technician/technician-words.ts';
import { finishWords } from '../../words/visit/closing-words.ts';
import { findPosition } from './find-position.ts';
import { asPressed, doneHere, type Pressed, withSteps } from './pressed-steps.ts';
import { forgetUnsent } from './unsent-reason.ts';
import { readNothingToCome } from './use-field-steps.ts';
import type { DayView } from './use-technician-day.ts';

export type Dialog =
  | { kind: 'release'; visit: FieldVisit }
  | { kind: 'not-allowed'; text: string }
  | { kind: 'timeout' };

export type TechnicianActions = {
  groups: { assigned: FieldVisit[]; free: FieldVisit[] };
  /** Of a day's visits, how many were closed on this device and are not sent yet. */
  doneHere(day: Day): number;
  /** The step of a visit whose first try is not answered, if any. */
  inFlight(visitId: number): StepName | null;
  /** Its device is looking for its position. */
  isLocating(visitId: number): boolean;
  /** The first step of a visit that waits to be sent, or was refused. */
  pending(visitId: number): QueuedStep | null;
  take(visit: FieldVisit): void;
  depart(visit: FieldVisit): void;
  /** With the position of the device, where its user allows it. */
  arrive(visit: FieldVisit): void;
  /** Minutes; null: will not make it. */
  runLate(minutes: number | null): void;
  /** The customer is being called. */
  call(visit: FieldVisit): void;
  release(visit: FieldVisit, notes: string): void;
  /** Say why something cannot be done. */
  refuse(why: string): void;
  open(dialog: Dialog): void;
  dialog: Dialog | null;
  closeDialog(): void;
  /** Send what waits now. */
  resend(): void;
};

/**
 * The technician's presses, optimistic: what is not answered yet is laid over the visit, and a refusal removes it. A
 * second press while one is being sent does nothing. Without a signal it waits on the device (`app/offline`).
 */
export function useTechnicianActions(
  day: Pick<DayView, 'assigned' | 'free' | 'hour'>,
  technicianId: number,
  reload: () => void,
): TechnicianActions {
  const queue = useStepQueue();
  const all = useSteps();
  // A photo moves no visit.
  const steps = useMemo(() => all.filter(({ step }) => step !== 'photo'), [all]);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [locating, setLocating] = useState<number | null>(null);

  useEffect(() => queue?.onOutcome((sent) => show(sent, setDialog, reload)), [queue, reload]);

  const sending = useMemo(
    () => new Map(steps.filter(isUnderWay).map(({ visitId, step }) => [visitId, step] as const)),
    [steps],
  );
  const groups = useGroups(day, steps, technicianId);
  const press = usePress();
  const refuse = (text: string) => setDialog({ kind: 'not-allowed', text });

  return {
    groups,
    doneHere: (of) => doneHere(day.assigned, steps, of),
    inFlight: (visitId) => sending.get(visitId) ?? null,
    isLocating: (visitId) => visitId === locating,
    pending: (visitId) => all.find((step) => step.visitId === visitId && isPending(step)) ?? null,
    take: (visit) => void press(visit, 'take', {}),
    depart: (visit) => void press(visit, 'onTheWay', { on_the_way: true, send_notification: true }),
    arrive: (visit) =>
      void press(visit, 'arrive', async () => {
        setLocating(visit.id);
        const position = await findPosition();
        setLocating(null);
        return position ?? {};
      }),
    runLate: (minutes) => {
      // It speaks of all that are to come, and waits behind what was done with the first of them.
      const first = groups.assigned.find((visit) => !visit.arrived && !visit.delayed);
      if (first) void press(first, 'late', { minutes });
      else void readNothingToCome().then(refuse, () => showRefused(technicianWords.offline));
    },
    call: (visit) => {
      if (visit.technicianId === technicianId && isOpen(visit)) void press(visit, 'call', {});
    },
    release: (visit, notes) => {
      setDialog(null);
      void press(visit, 'release', { notes });
    },
    refuse,
    open: setDialog,
    dialog,
    closeDialog: () => setDialog(null),
    resend: () => {
      setDialog(null);
      void queue?.drain();
    },
  };
}

/** The visits with the steps that were pressed laid over them. */
function useGroups(
  day: Pick<DayView, 'assigned' | 'free' | 'hour'>,
  steps: QueuedStep[],
  technicianId: number,
) {
  const pressed = useRef<ReadonlyMap<number, Pressed>>(new Map());
  return useMemo(() => {
    pressed.current = asPressed(day, steps, pressed.current);
    return withSteps(day, steps, pressed.current, technicianId);
  }, [day, steps, technicianId]);
}

/** Adds a step to those that are sent, of one visit one at a time. */
function usePress() {
  const queue = useStepQueue();
  const adding = useRef(new Set<number>());
  return useCallback(
    async (visit: FieldVisit, step: StepName, ask: object | (() => Promise<object>)) => {
      if (!queue || adding.current.has(visit.id)) return;
      adding.current.add(visit.id);
      try {
        const happenedAt = serverNow().toISOString();
        const input = typeof ask === 'function' ? await ask() : ask;
        await queue.add({ visitId: visit.id, orderNumber: visit.orderNumber, step, input }, { happenedAt });
      } finally {
        adding.current.delete(visit.id);
      }
    },
    [queue],
  );
}

const same = (text: string) => text;
const texts: Record<StepName, { done: string | null; failed: (text: string) => string }> = {
  take: { done: technicianWords.taken, failed: technicianWords.attachFailed },
  release: { done: technicianWords.released, failed: technicianWords.detachFailed },
  onTheWay: { done: technicianWords.departed, failed: same },
  arrive: { done: technicianWords.arrived, failed: same },
  // The telephone is in the foreground.
  call: { done: null, failed: same },
  late: { done: technicianWords.lateSaid, failed: same },
  finish: { done: finishWords.done, failed: same },
  // It is seen among the others.
  photo: { done: null, failed: same },
};

/** Refusals that the spec shows as 'No permitido' (S1 §8). */
const notAllowed = new Set<string>([
  'release-on-the-way',
  'release-delayed',
  'on-the-way-elsewhere',
] satisfies RefusalCode[]);

/** What was done long before is not announced as if it were done now. */
const arrivedLate = ({ happenedAt }: QueuedStep): boolean =>
  wasReportedLate(new Date(happenedAt), serverNow());

/** What a try has answered, and the day as it is now. */
function show({ step, outcome }: Sent, open: (dialog: Dialog) => void, reload: () => void) {
  const { done, failed } = texts[step.step];
  if (outcome.ok && step.step === 'release') forgetUnsent(step.visitId);
  if (outcome.ok && step.step === 'finish') forgetDraft(step.visitId);
  if (outcome.ok && step.step === 'release') offerUndo(technicianWords.released, [step.visitId], step.key);
  else if (outcome.ok && done)
    showDone(arrivedLate(step) ? pendingWords.arrived(step.step, step.orderNumber) : done);
  else if (outcome.ok) return;
  else if (outcome.status === 0) {
    if (outcome.code === 'timeout') open({ kind: 'timeout' });
    return;
  } else if (notAllowed.has(outcome.code)) open({ kind: 'not-allowed', text: outcome.text });
  else if (outcome.text) showRefused(failed(outcome.text));
  reload();
}
