import { Alert, Checkbox, Stack } from '@mantine/core';
import { useEffect } from 'react';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { mayDo } from '../../machines/access/permissions.ts';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedTextarea } from '../forms/limited-text.tsx';
import { useViewer } from '../routes/signed-in/screen.ts';
import { rescheduleWords as words } from '../words/board/dispatch-words.ts';
import { DayAndSlotFields } from './day-and-slot-fields.tsx';
import { NotListed } from './not-listed.tsx';
import { lacksPlaces } from './places.ts';
import { ReasonSelect } from './reason-select.tsx';
import { useCreation } from './use-creation.ts';
import type { useVisitsForm } from './use-visits-form.ts';

/** What is typed; ids as the fields hold them. */
export type Typed = {
  day: string | null;
  slotId: string | null;
  reason: string;
  notes: string;
  /** Why the slot's capacity is exceeded; null: it is not. */
  overbook: string | null;
  checked: string[];
};

/** The command's names of the fields. */
export const nameOf: Record<keyof Typed, string> = {
  day: 'new_date',
  slotId: 'new_timestripe',
  reason: 'new_status',
  notes: 'reschedule_comments',
  overbook: 'overbook_reason',
  checked: 'checked',
};

type Props = {
  form: Pick<ReturnType<typeof useVisitsForm<Typed>>, 'fields' | 'change' | 'errors' | 'stop'>;
  operation: string;
  reasons: ClosureReason[];
  firstDay: string;
  /** One of the visits has a technician, who may be kept or not. */
  assigned: boolean;
  /** How many visits are moved. */
  count: number;
};

export function RescheduleFields({ form, operation, reasons, firstDay, assigned, count }: Props) {
  const { fields, change, errors } = form;
  const { day, slotId, reason, notes, overbook, checked } = fields;
  const creation = useCreation(operation, day, slotId);
  const { failed, retry } = creation;
  useOverbooking(form, creation, count);
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
        creation={creation}
        slotId={slotId}
        changeSlot={(slotId) => change({ slotId })}
        slotError={errors.new_timestripe}
        count={count}
        reason={overbook ?? ''}
        changeReason={(overbook) => change({ overbook })}
        reasonError={errors.overbook_reason}
        autofocus
      />
      {failed && <NotListed text={words.slotsFailed} retry={retry} />}
      <ReasonSelect
        reasons={reasons}
        value={reason}
        change={(reason) => change({ reason })}
        error={errors.new_status}
      />
      <LimitedTextarea
        label={words.notes}
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        max={textLimits.note}
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

/** Asks why the capacity is exceeded where places lack, and reads them again after a refusal for that. */
function useOverbooking(form: Props['form'], creation: ReturnType<typeof useCreation>, count: number) {
  const { change } = form;
  const { slotId, overbook } = form.fields;
  const { slots, refresh } = creation;
  const viewer = useViewer();
  const chosen = slots?.find(({ id }) => String(id) === slotId);
  const full = chosen !== undefined && lacksPlaces(chosen, count) && mayDo(viewer, 'can_overbook');
  // What is sent says whether the capacity is exceeded on purpose.
  useEffect(() => {
    if (full !== (overbook !== null)) change({ overbook: full ? '' : null });
  });
  const wasFull = form.stop?.full ?? false;
  useEffect(() => {
    if (wasFull) refresh();
  }, [wasFull, refresh]);
}
