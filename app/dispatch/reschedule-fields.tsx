import { Alert, Checkbox, Stack, Textarea } from '@mantine/core';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { rescheduleWords as words } from '../words/dispatch.ts';
import { DayAndSlotFields } from './day-and-slot-fields.tsx';
import { NotListed } from './not-listed.tsx';
import { ReasonSelect } from './reason-select.tsx';
import { useCreation } from './use-creation.ts';

/** What is typed; ids as the fields hold them. */
export type Typed = {
  day: string | null;
  slotId: string | null;
  reason: string;
  notes: string;
  checked: string[];
};

type Props = {
  typed: Typed;
  change: (part: Partial<Typed>) => void;
  /** By the command's names. */
  errors: Record<string, string>;
  operation: string;
  reasons: ClosureReason[];
  firstDay: string;
  /** One of the visits has a technician, who may be kept or not. */
  assigned: boolean;
};

export function RescheduleFields({ typed, change, errors, operation, reasons, firstDay, assigned }: Props) {
  const { day, slotId, reason, notes, checked } = typed;
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
