import { Alert, Checkbox, Stack, Textarea } from '@mantine/core';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { rescheduleWords as words } from '../words/dispatch.ts';
import { DayAndSlotFields } from './day-and-slot-fields.tsx';
import { NotListed } from './not-listed.tsx';
import { ReasonSelect } from './reason-select.tsx';
import { useCreation } from './use-creation.ts';
import type { useVisitsForm } from './use-visits-form.ts';

/** What is typed; ids as the fields hold them. */
export type Typed = {
  day: string | null;
  slotId: string | null;
  reason: string;
  notes: string;
  checked: string[];
};

/** The command's names of the fields. */
export const nameOf: Record<keyof Typed, string> = {
  day: 'new_date',
  slotId: 'new_timestripe',
  reason: 'new_status',
  notes: 'reschedule_comments',
  checked: 'checked',
};

type Props = {
  form: Pick<ReturnType<typeof useVisitsForm<Typed>>, 'fields' | 'change' | 'errors'>;
  operation: string;
  reasons: ClosureReason[];
  firstDay: string;
  /** One of the visits has a technician, who may be kept or not. */
  assigned: boolean;
};

export function RescheduleFields({ form, operation, reasons, firstDay, assigned }: Props) {
  const { fields, change, errors } = form;
  const { day, slotId, reason, notes, checked } = fields;
  const { slots, failed, retry } = useCreation(operation, day, slotId);
  return (
    <>
      <Alert color="blue" variant="light">
        {words.reminder}
      </Alert>
      <DayAndSlotFields
        dayLabel={words.date}
        firstDay={firstDay}
        day={day}
        changeDay={(day) => change({ day })}
        dayError={errors.new_date}
        slots={slots}
        slotId={slotId}
        changeSlot={(slotId) => change({ slotId })}
        slotError={errors.new_timestripe}
        autofocus
      />
      {failed && <NotListed text={words.slotsFailed} retry={retry} />}
      <ReasonSelect
        reasons={reasons}
        value={reason}
        change={(reason) => change({ reason })}
        error={errors.new_status}
      />
      <Textarea
        label={words.notes}
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
        error={errors.reschedule_comments}
      />
      <Checkbox.Group value={checked} onChange={(checked) => change({ checked })}>
        <Stack gap="xs">
          {assigned && <Checkbox value="unset_tech" label={words.unsetTech} />}
          <Checkbox value="public_link" label={words.publicLink} />
        </Stack>
      </Checkbox.Group>
    </>
  );
}
