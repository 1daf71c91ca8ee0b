import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/technician-day.ts';
import { type RefusalCode, refusals } from '../../../machines/refusals.ts';
import { type CommandName, newKey, sendCommand } from '../../command.ts';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { tellDone, tellRefused } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { forgetUnsent } from './unsent-reason.ts';
import { bySlot, type DayView } from './use-technician-day.ts';

export type Dialog =
  | { kind: 'release'; visit: FieldVisit }
  | { kind: 'finish'; visit: FieldVisit }
  | { kind: 'not-allowed'; text: string }
  | { kind: 'timeout' };

type Step = 'take' | 'release' | 'onTheWay';
/** A press under way: the visit as it was, so that its card stays where the finger is until the answer has been seen. */
type Flight = { step: Step; visit: FieldVisit; group: 'assigned' | 'free' };

/** How long a card stays after its answer: a second tap meant for it must not land on the next one. */
const settleMs = 900;

export type TechnicianActions = {
  groups: { assigned: FieldVisit[]; free: FieldVisit[] };
  /** The step in flight of a visit, if any. */
  inFlight(visitId: number): Step | null;
  take(visit: FieldVisit): void;
  depart(visit: FieldVisit): void;
  release(visit: FieldVisit, notes: string): void;
  refuse(code: RefusalCode): void;
  open(dialog: Dialog): void;
  dialog: Dialog | null;
  closeDialog(): void;
};

/**
 * The technician's presses. Each shows its effect at once, as what is in flight
 * laid over the visit; a refusal takes exactly that away again. A second press
 * while one is in flight does nothing.
 */
export function useTechnicianActions(
  day: DayView,
  technicianId: number,
  reload: () => void,
): TechnicianActions {
  const [flying, setFlying] = useState<ReadonlyMap<number, Flight>>(new Map());
  const busy = useRef(new Set<number>());
  const [dialog, setDialog] = useState<Dialog | null>(null);

  const send = useCallback(
    async (
      visit: FieldVisit,
      step: Step,
      name: CommandName,
      input: object,
      done: string,
      failed: (text: string) => string,
    ) => {
      if (busy.current.has(visit.id)) return;
      busy.current.add(visit.id);
      const group = visit.technicianId === null ? 'free' : 'assigned';
      setFlying((held) => new Map(held).set(visit.id, { step, visit, group }));
      const key = newKey();
      const outcome = await sendCommand(name, { visit_id: visit.id, ...input }, key);
      if (outcome.ok && step === 'release') forgetUnsent(visit.id);
      if (outcome.ok && step === 'release') offerUndo(done, [visit.id], key);
      else if (outcome.ok) tellDone(done);
      else if (outcome.status === 0) setDialog({ kind: 'timeout' });
      else if (notAllowed.has(outcome.code)) setDialog({ kind: 'not-allowed', text: outcome.text });
      else tellRefused(failed(outcome.text));
      // What was laid over comes off only when the day as it is now is here.
      if (outcome.ok || outcome.status !== 0) reload();
      setTimeout(
        () => {
          busy.current.delete(visit.id);
          setFlying((held) => {
            const next = new Map(held);
            next.delete(visit.id);
            return next;
          });
        },
        outcome.ok ? settleMs : 0,
      );
    },
    [reload],
  );

  const groups = useMemo(
    () => ({
      assigned: withFlights(day.assigned, 'assigned', flying, technicianId),
      free: withFlights(day.free, 'free', flying, technicianId),
    }),
    [day, flying, technicianId],
  );

  const same = (text: string) => text;
  return {
    groups,
    inFlight: (visitId) => flying.get(visitId)?.step ?? null,
    take: (visit) =>
      void send(visit, 'take', 'take', {}, words.technician.taken, words.technician.attachFailed),
    depart: (visit) =>
      void send(
        visit,
        'onTheWay',
        'onTheWay',
        { on_the_way: true, send_notification: true },
        words.technician.departed,
        same,
      ),
    release: (visit, notes) => {
      setDialog(null);
      void send(
        visit,
        'release',
        'release',
        { notes },
        words.technician.released,
        words.technician.detachFailed,
      );
    },
    refuse: (code) => setDialog({ kind: 'not-allowed', text: refusals[code][1] }),
    open: setDialog,
    dialog,
    closeDialog: () => setDialog(null),
  };
}

/** Refusals that the spec shows as 'No permitido' (S1 §8). */
const notAllowed = new Set<string>([
  'release-on-the-way',
  'release-delayed',
  'on-the-way-elsewhere',
] satisfies RefusalCode[]);

/** A group as the presses under way leave it: their effect is laid over, their cards stay in their places. */
function withFlights(
  visits: FieldVisit[],
  group: Flight['group'],
  flying: ReadonlyMap<number, Flight>,
  technicianId: number,
): FieldVisit[] {
  const here = visits.filter((visit) => (flying.get(visit.id)?.group ?? group) === group);
  const kept = [...flying.values()].filter(
    (flight) => flight.group === group && !here.some((visit) => visit.id === flight.visit.id),
  );
  const asPressed = (visit: FieldVisit) => flying.get(visit.id)?.visit ?? visit;
  return [...here, ...kept.map((flight) => flight.visit)]
    .sort((a, b) => bySlot(asPressed(a), asPressed(b)))
    .map((visit) => layOver(visit, flying.get(visit.id)?.step, technicianId));
}

function layOver(visit: FieldVisit, step: Step | undefined, technicianId: number): FieldVisit {
  if (step === 'take') return { ...visit, technicianId };
  if (step === 'release') return { ...visit, technicianId: null };
  if (step === 'onTheWay') return { ...visit, onTheWay: true };
  return visit;
}
