import { Group, Select } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { mayDo } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { DatePickerInput } from '../ui/mantine/date-pickers.tsx';
import { createWords } from '../words/visit/creation-words.ts';
import { NearPlaces } from './near-places.tsx';
import { OverbookField } from './overbook-field.tsx';
import { lacksPlaces, slotOption } from './places.ts';
import type { useCreation } from './use-creation.ts';

type Props = {
  /** What the day is called here. */
  dayLabel: string;
  firstDay: string;
  day: string | null;
  changeDay: (day: string | null) => void;
  dayError: string | undefined;
  creation: Pick<ReturnType<typeof useCreation>, 'slots' | 'near'>;
  slotId: string | null;
  changeSlot: (slotId: string | null) => void;
  slotError: string | undefined;
  /** How many visits are put there. */
  count?: number;
  /** Why the slot's capacity is exceeded. */
  reason: string;
  changeReason: (reason: string) => void;
  reasonError: string | undefined;
  /** The day is the first thing of a dialog. */
  autofocus?: boolean;
};

/** When a visit is to be: a day, and one of the operation's slots on it that has places left (contract §10). */
export function DayAndSlotFields(props: Props) {
  const { dayLabel, firstDay, day, changeDay, dayError, creation, count = 1, autofocus } = props;
  const { slotId, changeSlot, slotError, reason, changeReason, reasonError } = props;
  const mayOverbook = mayDo(useViewer(), 'can_overbook');
  const { slots, near } = creation;
  const chosen = slots?.find(({ id }) => String(id) === slotId);
  const full = chosen !== undefined && lacksPlaces(chosen, count);
  return (
    <>
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
          data={(slots ?? []).map((slot) => slotOption(slot, !mayOverbook && lacksPlaces(slot, count)))}
          error={slotError ?? (full && !mayOverbook ? refuse('slot-full').text : undefined)}
        />
      </Group>
      {slots?.some((slot) => lacksPlaces(slot, count)) && (
        <NearPlaces
          near={near.filter((place) => !lacksPlaces(place, count))}
          choose={(place) => {
            changeDay(place.day);
            changeSlot(String(place.id));
          }}
        />
      )}
      {full && mayOverbook && (
        <OverbookField
          left={chosen.left ?? 0}
          count={count}
          reason={reason}
          change={changeReason}
          error={reasonError}
        />
      )}
    </>
  );
}
