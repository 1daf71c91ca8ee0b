import { useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useState } from 'react';
import { createVisitInput } from '../../../db/commands/visits/create-visit-input.ts';
import type { OrderDetail } from '../../../db/reads/orders/order.ts';
import { mayDo } from '../../../machines/access/permissions.ts';
import { isDay } from '../../../machines/calendar/slots.ts';
import { askAboutOpenVisits } from '../../dispatch/ask-about-open-visits.ts';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { lacksPlaces } from '../../dispatch/places.ts';
import { useCreation } from '../../dispatch/use-creation.ts';
import { unsavedQuestion } from '../../forms/use-screen-form.ts';
import { useSubmission } from '../../forms/use-submission.ts';
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx';
import { createWords } from '../../words/visit/creation-words.ts';
import { editWords } from '../../words/visit/visit-words.ts';
import { useViewer } from '../signed-in/screen.ts';
import { inputOf, nameOf, type Typed } from './creation-input.ts';
import { boardWith, usePlace, useWayBack } from './way-back.ts';

type Options = {
  order: OrderDetail;
  firstDay: string;
  openVisits: number;
  /** Why no visit can be created here; null: it can. */
  blocked: string | null;
};

/** The first day of the board's week that is not over; today without a board. */
function firstDayOf(board: URLSearchParams | null, today: string): string {
  const week = board?.get('semana');
  return week && isDay(week) && week > today ? week : today;
}

const unsaved = unsavedQuestion(editWords.unsavedTitle, createWords.unsaved);

/** What is typed of a new visit, and how it is created: open visits of the order are asked about first (S2 §5). */
export function useCreateForm({ order, firstDay, openVisits, blocked }: Options) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const board = useWayBack();
  const { typed, edit, creation, cleared } = useTyped(order, firstDay, board);
  const { day, slotId } = typed;
  const { ref, busy, errors, clearErrors, check, failure, setFailure, submit } = useSubmission(
    'createVisit',
    createVisitInput,
    { oneIntent: true },
  );
  /** Until the next screen is there, the button has done its work. */
  const [created, setCreated] = useState(false);
  const chosen = creation.slots?.find(({ id }) => String(id) === slotId);
  const full = chosen !== undefined && lacksPlaces(chosen, 1) && mayDo(viewer, 'can_overbook');
  const pass = useUnsaved(typed.notes.trim() !== '', unsaved);

  const change = (part: Partial<Typed>) => {
    clearErrors(...(Object.keys(part) as (keyof Typed)[]).map((field) => nameOf[field]));
    edit(part);
  };

  const create = async (confirmed: boolean) => {
    const outcome = await submit(inputOf(order, typed, { confirmed, full }));
    if (!outcome) return;
    if (outcome.ok) {
      setCreated(true);
      offerUndo(createWords.done, [Number(outcome.data.visit_id)], outcome.key);
      pass();
      const made = { id: Number(outcome.data.visit_id), day: day ?? firstDay, operation: order.operation };
      const seesBoard = viewer.home === '/jefetec' || viewer.maySwitchViews;
      return navigate(seesBoard ? boardWith(board, made, firstDay) : '/');
    }
    setFailure(outcome.status === 0 ? createWords.noNetwork : createWords.failed(outcome.text));
    // A visit was made while this form was filled in: shown, and confirmed (S2 §5).
    if (outcome.code === 'open-visits') ask();
    // Another user took the last place: what is left, and what is near, is read again.
    if (outcome.code === 'slot-full') creation.refresh();
  };

  const ask = () => askAboutOpenVisits(() => void create(true));

  const press = (event: FormEvent) => {
    event.preventDefault();
    if (busy || created || blocked !== null || !check(inputOf(order, typed, { confirmed: false, full })))
      return;
    if (openVisits > 0) ask();
    else void create(false);
  };

  return { ref, submit: press, busy: busy || created, failure, typed, change, errors, creation, cleared };
}

/** What is typed, with the slots and technicians of its day: what is not among them any more is cleared. */
function useTyped(order: OrderDetail, firstDay: string, board: ReturnType<typeof useWayBack>) {
  const place = usePlace();
  const [typed, setTyped] = useState<Typed>(() => ({
    day: place && place.day >= firstDay ? place.day : firstDayOf(board, firstDay),
    slotId: place ? String(place.slotId) : null,
    zone: order.zoneId === null ? null : String(order.zoneId),
    technician: null,
    notes: '',
    overbook: '',
    checked: ['public_link'],
  }));
  const { day, slotId, technician } = typed;
  const [cleared, setCleared] = useState(false);
  const creation = useCreation(order.operation, day, slotId);
  useEffect(() => {
    // S2 §5: a technician who is not in the list any more is cleared.
    if (technician && creation.technicians?.every(({ id }) => String(id) !== technician)) {
      setTyped((before) => ({ ...before, technician: null }));
      setCleared(true);
    }
  }, [creation.technicians, technician]);
  useEffect(() => {
    if (slotId && creation.slots?.every(({ id }) => String(id) !== slotId))
      setTyped((before) => ({ ...before, slotId: null }));
  }, [creation.slots, slotId]);
  const edit = (part: Partial<Typed>) => {
    if ('technician' in part) setCleared(false);
    setTyped((before) => ({ ...before, ...part }));
  };
  return { typed, edit, creation, cleared };
}
