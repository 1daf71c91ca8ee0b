import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { editSlotDayInput } from '../../../db/commands/settings/edit-slot-day-input.ts';
import { formatDay, today } from '../../../machines/calendar/slots.ts';
import { useSubmission } from '../../forms/use-submission.ts';
import styles from '../../setup/setup.module.css';
import { DatePickerInput } from '../../ui/mantine/date-pickers.tsx';
import { showDone } from '../../ui/toasts/toast.ts';
import { slotEditorWords as words } from '../../words/setup/slot-editor-words.ts';

type Props = { slotId: number; days: Record<string, number>; reload: () => void };

/** The capacity of single days, each saved by itself. */
export function SlotDays({ slotId, days, reload }: Props) {
  const first = today(new Date());
  const { day, setDay, capacity, setCapacity, submission, save, add } = useSlotDay(slotId, reload);
  const { busy, errors, clearErrors, failure } = submission;
  const coming = Object.entries(days).filter(([date]) => date >= first);
  return (
    <fieldset className={styles.days}>
      <legend>{words.days}</legend>
      <p className={styles.hint}>{words.daysHint}</p>
      <DayList days={coming} remove={(date) => void save(date, null)} />
      <Group align="flex-start" gap="sm">
        <DatePickerInput
          label={words.day}
          valueFormat="DD/MM/YYYY"
          minDate={first}
          value={day}
          onChange={(value) => {
            clearErrors('date');
            setDay(value);
          }}
          error={errors.date}
          w={140}
        />
        <TextInput
          label={words.capacity}
          inputMode="numeric"
          maxLength={3}
          w={90}
          value={capacity}
          onChange={(event) => {
            clearErrors('capacity');
            setCapacity(event.currentTarget.value);
          }}
          error={errors.capacity}
          // It stands in the form of the slot, which Enter would save and close.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" mt={26} loading={busy} onClick={add}>
          {words.addDay}
        </Button>
      </Group>
      {failure && (
        <p role="alert" className={styles.wrong}>
          {failure}
        </p>
      )}
    </fieldset>
  );
}

/** The day and the capacity that are typed, and how a day's capacity is saved or taken back. */
function useSlotDay(slotId: number, reload: () => void) {
  const [day, setDay] = useState<string | null>(null);
  const [capacity, setCapacity] = useState('0');
  const submission = useSubmission('editSlotDay', editSlotDayInput);
  const { check, setFailure, submit } = submission;
  const save = async (date: string | null, value: number | string | null) => {
    const input = { timestripe_id: slotId, date, capacity: value };
    if (!check(input)) return;
    const outcome = await submit(input);
    if (!outcome) return;
    if (!outcome.ok) return setFailure(words.failed(outcome.text));
    const shown = formatDay(date!);
    showDone(value === null ? words.dayRemoved(shown) : words.dayAdded(shown));
    setDay(null);
    reload();
  };
  const add = () => void save(day, /^\d+$/.test(capacity) ? Number(capacity) : capacity);
  return { day, setDay, capacity, setCapacity, submission, save, add };
}

type ListProps = { days: [date: string, places: number][]; remove: (date: string) => void };

function DayList({ days, remove }: ListProps) {
  if (days.length === 0) return <p className={styles.hint}>{words.noDays}</p>;
  return (
    <ul className={styles.dayList}>
      {days.map(([date, places]) => (
        <li key={date}>
          {words.dayLine(formatDay(date), places)}
          <CloseButton size="sm" aria-label={words.removeDay(formatDay(date))} onClick={() => remove(date)} />
        </li>
      ))}
    </ul>
  );
}
