import { Alert, Group, Stack } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useState } from 'react';
import { createVisitInput } from '../../../db/commands/visits/create-visit-input.ts';
import type { OrderDetail } from '../../../db/reads/orders/order.ts';
import { isDay } from '../../../machines/calendar/slots.ts';
import { useCreation } from '../../dispatch/use-creation.ts';
import { confirm } from '../../forms/confirm.tsx';
import { useCheckedFields } from '../../forms/use-checked-fields.ts';
import { useSend } from '../../forms/use-send.ts';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { showDone } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { createWords } from '../../words/creation.ts';
import { editWords } from '../../words/visit.ts';
import { useViewer } from '../signed-in/screen.ts';
import { CreationFields, nameOf, type Typed } from './creation-fields.tsx';
import { boardWith, useWayBack } from './way-back.ts';

type Props = {
  order: OrderDetail;
  zones: { id: number; name: string }[];
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

const unsaved = {
  title: editWords.unsavedTitle,
  text: createWords.unsaved,
  leave: editWords.discard,
  stay: editWords.stay,
};

/** 'Generar visita técnica' (S2 §2, §5, §8): what was typed stays through every refusal. */
export function CreateForm({ order, zones, firstDay, openVisits, blocked }: Props) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const board = useWayBack();
  const [typed, setTyped] = useState<Typed>(() => ({
    day: firstDayOf(board, firstDay),
    slotId: null,
    zone: order.zoneId === null ? null : String(order.zoneId),
    technician: null,
    notes: '',
    checked: ['public_link'],
  }));
  const { day, slotId, zone, technician, notes, checked } = typed;
  const { ref, errors, fail, clearErrors, check } = useCheckedFields(createVisitInput);
  const { busy: sending, send } = useSend({ oneIntent: true });
  /** Until the next screen is there, the button has done its work. */
  const [created, setCreated] = useState(false);
  const busy = sending || created;
  const [failure, setFailure] = useState<string | null>(null);
  const [cleared, setCleared] = useState(false);
  const creation = useCreation(order.operation, day, slotId);
  const pass = useUnsaved(notes.trim() !== '', unsaved);

  useEffect(() => {
    // S2 §5: a technician who is not in the list any more is cleared.
    if (
      creation.technicians &&
      technician &&
      !creation.technicians.some(({ id }) => String(id) === technician)
    ) {
      setTyped((before) => ({ ...before, technician: null }));
      setCleared(true);
    }
  }, [creation.technicians, technician]);
  useEffect(() => {
    if (creation.slots && slotId && !creation.slots.some(({ id }) => String(id) === slotId))
      setTyped((before) => ({ ...before, slotId: null }));
  }, [creation.slots, slotId]);

  const change = (part: Partial<Typed>) => {
    if ('technician' in part) setCleared(false);
    clearErrors(...(Object.keys(part) as (keyof Typed)[]).map((field) => nameOf[field]));
    setTyped((before) => ({ ...before, ...part }));
  };

  const inputOf = (confirmed: boolean) => ({
    ot_type: order.type,
    ot_number: order.number,
    possibleDate: day,
    timestripe: slotId === null ? null : Number(slotId),
    zone: zone === null ? null : Number(zone),
    assigned_to: technician === null ? null : Number(technician),
    tech_comments: notes,
    notify_tech: checked.includes('notify_tech'),
    checked: checked.filter((name) => name !== 'notify_tech'),
    confirm_pending: confirmed,
  });
  const create = async (confirmed: boolean) => {
    setFailure(null);
    const outcome = await send('createVisit', inputOf(confirmed));
    if (!outcome) return;
    if (outcome.ok) {
      setCreated(true);
      showDone(createWords.done);
      pass();
      navigate(
        viewer.home === '/jefetec' || viewer.maySwitchViews
          ? boardWith(board, {
              id: Number(outcome.data.visit_id),
              day: day ?? firstDay,
              operation: order.operation,
            })
          : '/',
      );
      return;
    }
    fail(outcome.fields);
    setFailure(outcome.status === 0 ? createWords.noNetwork : createWords.failed(outcome.text));
    // A visit was made while this form was filled in: shown, and confirmed (S2 §5).
    if (outcome.code === 'open-visits') ask();
  };

  const ask = () =>
    confirm(
      {
        title: createWords.confirmTitle,
        text: createWords.confirm,
        confirm: createWords.confirmYes,
        cancel: createWords.confirmNo,
        harmless: true,
      },
      () => void create(true),
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || blocked !== null || !check(inputOf(false))) return;
    if (openVisits > 0) ask();
    else void create(false);
  };

  return (
    <form ref={ref} onSubmit={submit} noValidate>
      <Stack gap="md">
        <CreationFields
          typed={typed}
          change={change}
          errors={errors}
          creation={creation}
          zones={zones}
          firstDay={firstDay}
          cleared={cleared}
        />
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <ReasonedButton type="submit" loading={busy} why={blocked}>
            {createWords.submit}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  );
}
