import { Alert, Checkbox, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { rescheduleInput } from '../../db/commands/visits/reschedule-visits-input.ts';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { addDays, slotLabel } from '../../machines/calendar/slots.ts';
import { showDone } from '../ui/toast.tsx';
import { rescheduleWords as words } from '../words/dispatch.ts';
import { NotListed } from './not-listed.tsx';
import { ReasonSelect } from './reason-select.tsx';
import { useCreation } from './use-creation.ts';
import { useVisitsForm } from './use-visits-form.ts';
import { VisitsForm } from './visits-form.tsx';
import type { WorkVisit } from './work-visit.ts';

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
      title={words.title}
      size="lg"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {opened && <RescheduleForm {...props} />}
    </Modal>
  );
}

function RescheduleForm({ visits, operation, reasons, today, seen, close, done, leaveOut }: Props) {
  const tomorrow = addDays(today, 1);
  const [day, setDay] = useState<string | null>(tomorrow);
  const [slotId, setSlotId] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState('');
  const [checked, setChecked] = useState<string[]>(['unset_tech', 'public_link']);
  const { slots, failed, retry } = useCreation(operation, day, slotId);
  const form = useVisitsForm({
    command: 'rescheduleVisits',
    schema: rescheduleInput,
    visits,
    seen,
    input: (some, versions) => ({
      visit_id: some.length === 1 ? some[0]!.id : some.map(({ id }) => id),
      new_date: day,
      new_timestripe: Number(slotId),
      new_status: Number(reason),
      reschedule_comments: notes,
      checked: checked.filter((name) => name !== 'unset_tech' || isAssigned(some)),
      versions,
    }),
    failed: words.failed,
    noNetwork: words.noNetwork,
    done: (answer) => {
      showDone(words.done([answer.new_id as number | number[]].flat()));
      done();
    },
    leaveOut,
  });
  const { errors } = form;

  return (
    <VisitsForm form={form} submit={words.submit} cancel={words.close} close={close}>
      {form.visits.length > 1 && (
        <Text size="sm" fw={600}>
          {words.countMany(form.visits.length)}
        </Text>
      )}
      <Alert color="blue" variant="light">
        {words.reminder}
      </Alert>
      <Group grow align="flex-start">
        <DatePickerInput
          label={words.date}
          withAsterisk
          valueFormat="DD/MM/YYYY"
          minDate={tomorrow}
          value={day}
          onChange={setDay}
          leftSection={<IconCalendar size={16} aria-hidden />}
          error={errors.new_date}
          data-autofocus
        />
        <Select
          label={words.slot}
          placeholder={words.chooseSlot}
          withAsterisk
          allowDeselect={false}
          value={slotId}
          onChange={setSlotId}
          disabled={!slots}
          data={(slots ?? []).map((slot) => ({ value: String(slot.id), label: slotLabel(slot) }))}
          error={errors.new_timestripe}
        />
      </Group>
      {failed && <NotListed text={words.slotsFailed} retry={retry} />}
      <ReasonSelect reasons={reasons} value={reason} change={setReason} error={errors.new_status} />
      <Textarea
        label={words.notes}
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        error={errors.reschedule_comments}
      />
      <Checkbox.Group value={checked} onChange={setChecked}>
        <Stack gap="xs">
          {isAssigned(form.visits) && <Checkbox value="unset_tech" label={words.unsetTech} />}
          <Checkbox value="public_link" label={words.publicLink} />
        </Stack>
      </Checkbox.Group>
      {form.visits.length === 0 && (
        <Text size="sm" role="status">
          {words.noneLeft}
        </Text>
      )}
    </VisitsForm>
  );
}

const isAssigned = (visits: readonly WorkVisit[]) => visits.some(({ technicianId }) => technicianId !== null);
