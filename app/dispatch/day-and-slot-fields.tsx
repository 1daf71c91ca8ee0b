import { Group, Select } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { slotLabel } from '../../machines/calendar/slots.ts';
import { DatePickerInput } from '../ui/date-pickers.tsx';
import { createWords } from '../words/creation.ts';
import type { useCreation } from './use-creation.ts';

type Props = {
  /** What the day is called here. */
  dayLabel: string;
  firstDay: string;
  day: string | null;
  changeDay: (day: string | null) => void;
  dayError: string | undefined;
  slots: ReturnType<typeof useCreation>['slots'];
  slotId: string | null;
  changeSlot: (slotId: string | null) => void;
  slotError: string | undefined;
  /** The day is the first thing of a dialog. */
  autofocus?: boolean;
};

/** When a visit is to be: a day, and one of the operation's slots on it. */
export function DayAndSlotFields(props: Props) {
  const { dayLabel, firstDay, day, changeDay, dayError, slots, slotId, changeSlot, slotError, autofocus } =
    props;
  return (
    <Group grow align="flex-start">
      <DatePickerInput
        label={dayLabel}
        withAsterisk
        valueFormat="DD/MM/YYYY"
        minDate={firstDay}
        value={day}
        onChange={changeDay}
        leftSection={<IconCalendar size={16} aria-hidden />}
        error={dayError}
        data-autofocus={autofocus}
      />
      <Select
        label={createWords.slot}
        placeholder={createWords.chooseSlot}
        withAsterisk
        allowDeselect={false}
        value={slotId}
        onChange={changeSlot}
        disabled={!slots}
        data={(slots ?? []).map((slot) => ({ value: String(slot.id), label: slotLabel(slot) }))}
        error={slotError}
      />
    </Group>
  );
}
