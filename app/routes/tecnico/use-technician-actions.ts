import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { type RefusalCode, refusals } from '../../../machines/words/refusals.ts';
import { type CommandName, newKey, sendCommand } from '../../data/send-command.ts';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { showDone, showRefused } from '../../ui/toast.tsx';
import { technicianWords } from '../../words/technician.ts';
import { useViewer } from '../signed-in/screen.ts';
import { keepPress, readPress, type UnsentPress } from './unsent-press.ts';
import { forgetUnsent } from './unsent-reason.ts';
import { bySlot, byTurn, type DayView } from './use-technician-day.ts';

export type Dialog =
  | { kind: 'release'; visit: FieldVisit }
  | { kind: 'not-allowed'; text: string }
  | { kind: 'timeout' };

type Step = UnsentPress['step'];
const commandOf: Record<Step, CommandName> = {
  take: 'takeVisit',
  release: 'releaseVisit',
  onTheWay: 'setOnTheWay',
};
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
  /** The last press without an answer, to be sent again or given up. */
  unsent: UnsentPress | null;
  resend(): void;
  discard(): void;
};

/**
 * The technician's presses, optimistic: what is in flight is laid over the visit, and a refusal removes it. A second
 * press while one is in flight does nothing. A press without an answer is kept, to be sent again with the same key.
 */
export function useTechnicianActions(
  day: Pick<DayView, 'assigned' | 'free' | 'visits' | 'hour'>,
  technicianId: number,
  reload: () => void,
): TechnicianActions {
  const [flying, setFlying] = useState<ReadonlyMap<number, Flight>>(new Map());
  const busy = useRef(new Set<number>());
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [unsent, setUnsent] = useState<UnsentPress | null>(null);
  const { userId } = useViewer();
  useEffect(() => setUnsent(readPress(userId)), [userId]);
  const keep = useCallback(
    (press: UnsentPress | null) => {
      keepPress(userId, press);
      setUnsent(press);
    },
    [userId],
  );

  const send = useCallback(
    async (press: UnsentPress, visit: FieldVisit | undefined) => {
      const { visitId, step, key } = press;
      if (busy.current.has(visitId)) return;
      busy.current.add(visitId);
      if (visit) {
        const group = visit.technicianId === null ? 'free' : 'assigned';
        setFlying((held) => new Map(held).set(visitId, { step, visit, group }));
      }
      const outcome = await sendCommand(commandOf[step], { visit_id: visitId, ...press.input }, key);
      const { done, failed } = said[step];
      if (outcome.ok && step === 'release') forgetUnsent(visitId);
      if (outcome.ok && step === 'release') offerUndo(done, [visitId], key);
      else if (outcome.ok) showDone(done);
      else if (outcome.status === 0) setDialog({ kind: 'timeout' });
      else if (notAllowed.has(outcome.code)) setDialog({ kind: 'not-allowed', text: outcome.text });
      else showRefused(failed(outcome.text));
      keep(!outcome.ok && outcome.status === 0 ? press : null);
      // What was laid over comes off only when the day as it is now is here.
      if (outcome.ok || outcome.status !== 0) reload();
      setTimeout(
        () => {
          busy.current.delete(visitId);
          setFlying((held) => {
            const next = new Map(held);
            next.delete(visitId);
            return next;
          });
        },
        outcome.ok ? settleMs : 0,
      );
    },
    [reload, keep],
  );

  const groups = useMemo(
    () => ({
      assigned: withFlights(day.assigned, 'assigned', flying, technicianId, bySlot),
      free: withFlights(day.free, 'free', flying, technicianId, byTurn(day.hour)),
    }),
    [day, flying, technicianId],
  );

  const press = (visit: FieldVisit, step: Step, input: object) =>
    void send({ visitId: visit.id, orderNumber: visit.orderNumber, step, input, key: newKey() }, visit);
  return {
    groups,
    inFlight: (visitId) => flying.get(visitId)?.step ?? null,
    take: (visit) => press(visit, 'take', {}),
    depart: (visit) => press(visit, 'onTheWay', { on_the_way: true, send_notification: true }),
    release: (visit, notes) => {
      setDialog(null);
      press(visit, 'release', { notes });
    },
    refuse: (code) => setDialog({ kind: 'not-allowed', text: refusals[code][1] }),
    open: setDialog,
    dialog,
    closeDialog: () => setDialog(null),
    unsent,
    resend: () => {
      setDialog(null);
      if (unsent) void send(unsent, day.visits.get(unsent.visitId));
    },
    discard: () => keep(null),
  };
}

const same = (text: string) => text;
const said: Record<Step, { done: string; failed: (text: string) => string }> = {
  take: { done: technicianWords.taken, failed: technicianWords.attachFailed },
  release: { done: technicianWords.released, failed: technicianWords.detachFailed },
  onTheWay: { done: technicianWords.departed, failed: same },
};

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
  order: (a: FieldVisit, b: FieldVisit) => number,
): FieldVisit[] {
  const here = visits.filter((visit) => (flying.get(visit.id)?.group ?? group) === group);
  const kept = [...flying.values()].filter(
    (flight) => flight.group === group && !here.some((visit) => visit.id === flight.visit.id),
  );
  const asPressed = (visit: FieldVisit) => flying.get(visit.id)?.visit ?? visit;
  return [...here, ...kept.map((flight) => flight.visit)]
    .sort((a, b) => order(asPressed(a), asPressed(b)))
    .map((visit) => layOver(visit, flying.get(visit.id)?.step, technicianId));
}

function layOver(visit: FieldVisit, step: Step | undefined, technicianId: number): FieldVisit {
  if (step === 'take') return { ...visit, technicianId };
  if (step === 'release') return { ...visit, technicianId: null };
  if (step === 'onTheWay') return { ...visit, onTheWay: true };
  return visit;
}
