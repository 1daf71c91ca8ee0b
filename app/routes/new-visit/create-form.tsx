import { Alert, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useNavigate } from '@remix-run/react';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { createVisitInput } from '../../../db/commands/visits/create-visit-input.ts';
import type { OrderDetail } from '../../../db/reads/orders/order.ts';
import { isDay, slotLabel } from '../../../machines/calendar/slots.ts';
import { noTechnician, technicianOptions } from '../../dispatch/technician-options.ts';
import { useCreation } from '../../dispatch/use-creation.ts';
import { confirm } from '../../forms/confirm.tsx';
import { useCheckedFields } from '../../forms/use-checked-fields.ts';
import { useSend } from '../../forms/use-send.ts';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { tellDone } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { createWords } from '../../words/creation.ts';
import { editWords } from '../../words/visit.ts';
import { useViewer } from '../signed-in/screen.ts';
import { boardWith, useWayBack } from './way-back.ts';

type Props = {
  order: OrderDetail;
  zones: { id: number; name: string }[];
  firstDay: string;
  openVisits: number;
  /** Why no visit can be created here; null: it can. */
  blocked: string | null;
};

const noZone = 'none';

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
  const [day, setDay] = useState<string | null>(() => firstDayOf(board, firstDay));
  const [slotId, setSlotId] = useState<string | null>(null);
  const [zone, setZone] = useState<string | null>(order.zoneId === null ? null : String(order.zoneId));
  const [technician, setTechnician] = useState<string | null>(null);
  const [notes, setNotes] = useState('');
  const [checked, setChecked] = useState<string[]>(['public_link']);
  const { ref, errors, fail, mend, check } = useCheckedFields(createVisitInput);
  const { busy: sending, send } = useSend({ oneIntent: true });
  /** Until the next screen is there, the button has done its work. */
  const [created, setCreated] = useState(false);
  const busy = sending || created;
  const [failure, setFailure] = useState<string | null>(null);
  const [cleared, setCleared] = useState(false);
  const creation = useCreation(order.operation, day, slotId);
  const pass = useUnsaved(notes.trim() !== '', unsaved);

  useEffect(() => {
    // S2 §5: an assignment to somebody who is not in the list any more is cleared.
    if (
      creation.technicians &&
      technician &&
      !creation.technicians.some(({ id }) => String(id) === technician)
    ) {
      setTechnician(null);
      setCleared(true);
    }
  }, [creation.technicians, technician]);
  useEffect(() => {
    if (creation.slots && slotId && !creation.slots.some(({ id }) => String(id) === slotId)) setSlotId(null);
  }, [creation.slots, slotId]);

  const slot = creation.slots?.find(({ id }) => String(id) === slotId);

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
      tellDone(createWords.done);
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
    // Somebody made one while this form was filled in: it is said, and the way on is asked for (S2 §5).
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
        <Group grow align="flex-start">
          <DatePickerInput
            label={createWords.date}
            withAsterisk
            valueFormat="DD/MM/YYYY"
            minDate={firstDay}
            value={day}
            onChange={(value) => {
              setDay(value);
              mend('possibleDate');
            }}
            leftSection={<IconCalendar size={16} aria-hidden />}
            error={errors.possibleDate}
          />
          <Select
            label={createWords.slot}
            placeholder={createWords.chooseSlot}
            withAsterisk
            allowDeselect={false}
            value={slotId}
            onChange={(value) => {
              setSlotId(value);
              mend('timestripe');
            }}
            disabled={!creation.slots}
            data={(creation.slots ?? []).map((each) => ({
              value: String(each.id),
              label: slotLabel(each),
            }))}
            error={errors.timestripe}
          />
        </Group>
        {slot?.ended && (
          <Alert color="yellow" variant="light" role="alert">
            {createWords.late}
          </Alert>
        )}
        <Select
          label={createWords.technician}
          allowDeselect={false}
          searchable
          value={technician ?? noTechnician}
          onChange={(value) => {
            setTechnician(value === noTechnician ? null : value);
            setCleared(false);
            mend('assigned_to');
          }}
          disabled={!creation.technicians}
          data={technicianOptions(creation.technicians ?? [], createWords.noTechnician)}
          error={
            creation.failed
              ? createWords.techniciansFailed
              : (errors.assigned_to ?? (cleared ? createWords.technicianCleared : undefined))
          }
        />
        <Textarea
          label={createWords.notes}
          autosize
          minRows={3}
          maxRows={6}
          maxLength={2000}
          value={notes}
          onChange={(event) => {
            setNotes(event.currentTarget.value);
            mend('tech_comments');
          }}
          error={errors.tech_comments}
        />
        <Select
          label={createWords.zone}
          allowDeselect={false}
          value={zone ?? noZone}
          onChange={(value) => {
            setZone(value === noZone ? null : value);
            mend('zone');
          }}
          data={[
            { value: noZone, label: createWords.noZone },
            ...zones.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          error={errors.zone}
        />
        <Checkbox.Group value={checked} onChange={setChecked}>
          <Stack gap="xs">
            <Checkbox value="public_link" label={createWords.publicLink} />
            <Checkbox
              value="notify_tech"
              label={createWords.notifyTech}
              disabled={technician === null}
              description={technician === null ? createWords.notifyNobody : undefined}
            />
          </Stack>
        </Checkbox.Group>
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
