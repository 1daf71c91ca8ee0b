import { Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { Operation, Slot } from '../../../db/reads/settings/operation.ts';
import { slotLabel } from '../../../machines/calendar/slots.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { LimitedInput } from '../../forms/limited-text.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { DatePickerInput } from '../../ui/mantine/date-pickers.tsx';
import { absenceWords as words } from '../../words/board/crew-words.ts';
import type { Fields } from './absence-input.ts';

export type Technician = { id: number; name: string; operations: string[] };

type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  technicians: Technician[];
  /** Those of the asker's operations. */
  slots: Slot[];
  operations: Operation[];
  today: string;
};

export function AbsenceFields({ form, technicians, slots, operations, today }: Props) {
  const { from, to, whole, technician } = form.fields;
  return (
    <>
      <Select
        {...form.value('technician')}
        label={words.technician}
        placeholder={words.chooseTechnician}
        withAsterisk
        searchable
        allowDeselect={false}
        disabled={!form.isNew}
        description={form.isNew ? undefined : words.technicianFixed}
        data={technicians.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Group grow align="flex-start">
        <DatePickerInput
          label={words.from}
          withAsterisk
          valueFormat="DD/MM/YYYY"
          // One that has begun keeps its first day.
          minDate={from && from < today ? from : today}
          value={from}
          onChange={(day) => form.change({ from: day, ...(day && (!to || to < day) ? { to: day } : {}) })}
          leftSection={<IconCalendar size={16} aria-hidden />}
          error={form.errors.from}
        />
        <DatePickerInput
          label={words.to}
          withAsterisk
          valueFormat="DD/MM/YYYY"
          minDate={from && from > today ? from : today}
          value={to}
          onChange={(day) => form.change({ to: day })}
          leftSection={<IconCalendar size={16} aria-hidden />}
          error={form.errors.to}
        />
      </Group>
      <Checkbox label={words.whole} description={words.wholeHint} {...form.check('whole')} />
      {!whole && (
        <SlotFields
          form={form}
          slots={slots}
          operations={operations}
          technician={technicians.find(({ id }) => String(id) === technician) ?? null}
        />
      )}
      <LimitedInput
        label={words.reason}
        description={words.reasonHint}
        max={textLimits.absenceReason}
        {...form.text('reason')}
      />
    </>
  );
}

type SlotProps = Pick<Props, 'form' | 'slots' | 'operations'> & { technician: Technician | null };

/** The slots of the technician's operations; one that is not offered any more can be taken out. */
function SlotFields({ form, slots, operations, technician }: SlotProps) {
  const chosen = form.fields.slots;
  const offered = slots.filter(
    ({ id, operation, enabled }) =>
      technician?.operations.includes(operation) && (enabled || chosen.includes(String(id))),
  );
  const places = operations.filter(({ code }) => offered.some(({ operation }) => operation === code));
  return (
    <Checkbox.Group
      label={words.slots}
      withAsterisk
      value={chosen}
      onChange={(ids) => form.change({ slots: ids.toSorted((a, b) => Number(a) - Number(b)) })}
      error={form.errors.timestripes}
    >
      <Stack gap="xs" mt={4}>
        {technician === null && (
          <Text size="sm" c="dimmed">
            {words.technicianFirst}
          </Text>
        )}
        {technician !== null && offered.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noSlots}
          </Text>
        )}
        {places.map(({ code, name }) => (
          <Group key={code} gap="md">
            {places.length > 1 && (
              <Text size="xs" c="dimmed" w="100%">
                {name}
              </Text>
            )}
            {offered
              .filter(({ operation }) => operation === code)
              .map((slot) => (
                <Checkbox
                  key={slot.id}
                  value={String(slot.id)}
                  label={slotLabel(slot)}
                  error={form.errors.timestripes ? true : undefined}
                />
              ))}
          </Group>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
