import { Alert, Button, Checkbox, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ClosureReason } from '../../db/reads/closing.ts';
import { addDays, slotLabel } from '../../machines/slots.ts';
import { newKey, sendCommand } from '../command.ts';
import { tellDone } from '../ui/toast.tsx';
import { rescheduleWords } from '../words/dispatch.ts';
import { NotListed } from './not-listed.tsx';
import { ReasonSelect } from './reason-select.tsx';
import { type Stop, StoppedBy } from './stopped-by.tsx';
import { useCreation } from './use-creation.ts';
import { versionsOf, type WorkVisit } from './work-visit.ts';

type Props = {
  /** The visits as they are now; they may change while the dialog is open. */
  visits: readonly WorkVisit[];
  operation: string;
  reasons: ClosureReason[];
  today: string;
  /** The operation's version that the screen shows. */
  seen: number;
  close: () => void;
  /** Instead of `close`, once it was done. */
  done: () => void;
  leaveOut: (visitId: number) => void;
};

/** 'Reprogramar visita', one or several (S2 §2, §5, §8). What was typed stays through every refusal. */
export function RescheduleDialog({ opened, ...props }: Props & { opened: boolean }) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal
      opened={opened}
      onClose={props.close}
      title={rescheduleWords.title}
      size="lg"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': rescheduleWords.close }}
    >
      {opened && <RescheduleForm {...props} />}
    </Modal>
  );
}

function RescheduleForm({ operation, reasons, today, seen, close, done, leaveOut, ...props }: Props) {
  // Sent without an answer: it may have been done, and the visits have left the selection for that. Until
  // the answer is known these are the ones that another try is about.
  const [unanswered, setUnanswered] = useState<readonly WorkVisit[] | null>(null);
  const visits = unanswered ?? props.visits;
  const tomorrow = addDays(today, 1);
  const assigned = visits.some((visit) => visit.technicianId !== null);
  const [day, setDay] = useState<string | null>(tomorrow);
  const [slotId, setSlotId] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState('');
  const [checked, setChecked] = useState<string[]>(['unset_tech', 'public_link']);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [stop, setStop] = useState<Stop | null>(null);
  const [busy, setBusy] = useState(false);
  // Acted upon is what was on the screen when the dialog opened, until the changes since have been shown.
  const [base, setBase] = useState(() => ({ versions: versionsOf(visits), seen }));
  const key = useRef(newKey());
  const { slots, failed, retry: askAgain } = useCreation(operation, day, slotId);

  const send = async (versions: Record<string, number>) => {
    setBusy(true);
    setStop(null);
    const ids = visits.map(({ id }) => id);
    const outcome = await sendCommand(
      'reschedule',
      {
        visit_id: ids.length === 1 ? ids[0] : ids,
        new_date: day,
        new_timestripe: Number(slotId),
        new_status: Number(reason),
        reschedule_comments: notes,
        checked: checked.filter((name) => name !== 'unset_tech' || assigned),
        versions: Object.fromEntries(ids.map((id) => [id, versions[id]])),
      },
      key.current,
    );
    if (outcome.ok) {
      tellDone(rescheduleWords.done([outcome.data.new_id as number | number[]].flat()));
      done();
      return;
    }
    setBusy(false);
    // After a lost answer it is the same intent, which the key makes act once.
    if (outcome.status === 0) {
      setUnanswered(visits);
      return setStop({ text: rescheduleWords.noNetwork, stale: false, visitId: null });
    }
    setUnanswered(null);
    key.current = newKey();
    setFields(outcome.fields);
    setStop({
      text: outcome.status === 403 ? outcome.text : rescheduleWords.failed(outcome.text),
      stale: outcome.code === 'stale-version',
      visitId: outcome.visitId ?? null,
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || visits.length === 0) return;
    const missing: Record<string, string> = {};
    if (!day) missing.new_date = rescheduleWords.dateRequired;
    if (!slotId) missing.new_timestripe = rescheduleWords.slotRequired;
    if (!reason) missing.new_status = rescheduleWords.reasonRequired;
    if (notes.trim() === '') missing.reschedule_comments = rescheduleWords.notesRequired;
    setFields(missing);
    if (Object.keys(missing).length === 0) void send(base.versions);
  };

  const retry = () => {
    const now = { versions: versionsOf(visits), seen };
    setBase(now);
    void send(now.versions);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {visits.length > 1 && (
          <Text size="sm" fw={600}>
            {rescheduleWords.countMany(visits.length)}
          </Text>
        )}
        <Alert color="blue" variant="light">
          {rescheduleWords.reminder}
        </Alert>
        <Group grow align="flex-start">
          <DatePickerInput
            label={rescheduleWords.date}
            withAsterisk
            valueFormat="DD/MM/YYYY"
            minDate={tomorrow}
            value={day}
            onChange={setDay}
            leftSection={<IconCalendar size={16} aria-hidden />}
            error={fields.new_date}
            data-autofocus
          />
          <Select
            label={rescheduleWords.slot}
            placeholder={rescheduleWords.chooseSlot}
            withAsterisk
            allowDeselect={false}
            value={slotId}
            onChange={setSlotId}
            disabled={!slots}
            data={(slots ?? []).map((slot) => ({ value: String(slot.id), label: slotLabel(slot) }))}
            error={fields.new_timestripe}
          />
        </Group>
        {failed && <NotListed text={rescheduleWords.slotsFailed} retry={askAgain} />}
        <ReasonSelect reasons={reasons} value={reason} change={setReason} error={fields.new_status} />
        <Textarea
          label={rescheduleWords.notes}
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          error={fields.reschedule_comments}
        />
        <Checkbox.Group value={checked} onChange={setChecked}>
          <Stack gap="xs">
            {assigned && <Checkbox value="unset_tech" label={rescheduleWords.unsetTech} />}
            <Checkbox value="public_link" label={rescheduleWords.publicLink} />
          </Stack>
        </Checkbox.Group>
        {stop && (
          <StoppedBy
            stop={stop}
            visits={visits}
            seen={base.seen}
            retry={retry}
            busy={busy}
            leaveOut={(visitId) => {
              setStop(null);
              leaveOut(visitId);
            }}
          />
        )}
        {visits.length === 0 && (
          <Text size="sm" role="status">
            {rescheduleWords.nobodyLeft}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {rescheduleWords.close}
          </Button>
          <Button type="submit" loading={busy} disabled={visits.length === 0}>
            {rescheduleWords.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
