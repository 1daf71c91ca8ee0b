import { Alert, Button, Checkbox, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { modals } from '@mantine/modals';
import { useNavigate } from '@remix-run/react';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { OrderDetail } from '../../../db/reads/order.ts';
import { slotLabel } from '../../../machines/slots.ts';
import { newKey, sendCommand } from '../../command.ts';
import { useCreation } from '../../dispatch/use-creation.ts';
import { tellDone } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { words } from '../../words.ts';

type Props = {
  order: OrderDetail;
  zones: { id: number; name: string }[];
  firstDay: string;
  openVisits: number;
  blocked: boolean;
};

const unsaved = {
  title: words.edit.unsavedTitle,
  text: words.create.unsaved,
  leave: words.edit.discard,
  stay: words.edit.stay,
};

/** 'Generar visita técnica' (S2 §2, §5, §8): what was typed stays through every refusal. */
export function CreateForm({ order, zones, firstDay, openVisits, blocked }: Props) {
  const navigate = useNavigate();
  const [day, setDay] = useState<string | null>(firstDay);
  const [slotId, setSlotId] = useState<string | null>(null);
  const [zone, setZone] = useState<string | null>(order.zoneId === null ? null : String(order.zoneId));
  const [technician, setTechnician] = useState<string | null>(null);
  const [notes, setNotes] = useState('');
  const [checked, setChecked] = useState<string[]>(['public_link']);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [cleared, setCleared] = useState(false);
  const key = useRef(newKey());
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

  const send = async (confirmed: boolean) => {
    setBusy(true);
    setFailure(null);
    const outcome = await sendCommand(
      'create',
      {
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
      },
      key.current,
    );
    if (outcome.ok) {
      tellDone(words.create.done);
      pass();
      navigate('/');
      return;
    }
    setBusy(false);
    // Another try after a refusal is another intent; after a lost answer it is the same one.
    if (outcome.status !== 0) key.current = newKey();
    setFields(outcome.fields);
    setFailure(outcome.status === 0 ? words.create.noNetwork : words.create.failed(outcome.text));
    // Somebody made one while this form was filled in: it is said, and the way on is asked for (S2 §5).
    if (outcome.code === 'open-visits') ask();
  };

  const ask = () =>
    modals.openConfirmModal({
      title: words.create.confirmTitle,
      children: <Text size="sm">{words.create.confirm}</Text>,
      labels: { confirm: words.create.confirmYes, cancel: words.create.confirmNo },
      onConfirm: () => void send(true),
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing: Record<string, string> = {};
    if (!day) missing.possibleDate = words.create.dateRequired;
    if (!slotId) missing.timestripe = words.create.slotRequired;
    setFields(missing);
    if (Object.keys(missing).length > 0) return;
    if (openVisits > 0) ask();
    else void send(false);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Textarea
          label={words.create.notes}
          autosize
          minRows={3}
          maxRows={6}
          maxLength={2000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          error={fields.tech_comments}
        />
        <Select
          label={words.create.zone}
          placeholder={words.create.noZone}
          clearable
          value={zone}
          onChange={setZone}
          data={zones.map(({ id, name }) => ({ value: String(id), label: name }))}
          error={fields.zone}
        />
        <Group grow align="flex-start">
          <DatePickerInput
            label={words.create.date}
            withAsterisk
            valueFormat="DD/MM/YYYY"
            minDate={firstDay}
            value={day}
            onChange={setDay}
            leftSection={<IconCalendar size={16} aria-hidden />}
            error={fields.possibleDate}
          />
          <Select
            label={words.create.slot}
            placeholder={words.create.chooseSlot}
            withAsterisk
            allowDeselect={false}
            value={slotId}
            onChange={setSlotId}
            disabled={!creation.slots}
            data={(creation.slots ?? []).map((each) => ({
              value: String(each.id),
              label: slotLabel(each),
            }))}
            error={fields.timestripe}
          />
        </Group>
        {slot?.ended && (
          <Alert color="yellow" variant="light" role="alert">
            {words.create.late}
          </Alert>
        )}
        <Select
          label={words.create.technician}
          placeholder={words.create.noTechnician}
          clearable
          searchable
          value={technician}
          onChange={(value) => {
            setTechnician(value);
            setCleared(false);
          }}
          disabled={!creation.technicians}
          data={(creation.technicians ?? []).map(({ id, name, assignedVisits }) => ({
            value: String(id),
            label: assignedVisits > 0 ? `${name} ${words.create.assigned(assignedVisits)}` : name,
          }))}
          error={
            creation.failed
              ? words.create.techniciansFailed
              : (fields.assigned_to ?? (cleared ? words.create.technicianCleared : undefined))
          }
        />
        <Checkbox.Group value={checked} onChange={setChecked}>
          <Stack gap="xs">
            <Checkbox value="public_link" label={words.create.publicLink} />
            <Checkbox value="notify_tech" label={words.create.notifyTech} disabled={technician === null} />
          </Stack>
        </Checkbox.Group>
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={blocked}>
            {words.create.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
