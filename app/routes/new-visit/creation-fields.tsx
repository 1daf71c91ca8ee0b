import { Alert, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { slotLabel } from '../../../machines/calendar/slots.ts';
import { noTechnician, technicianOptions } from '../../dispatch/technician-options.ts';
import type { useCreation } from '../../dispatch/use-creation.ts';
import { createWords } from '../../words/creation.ts';

/** What is typed; ids as the fields hold them. */
export type Typed = {
  day: string | null;
  slotId: string | null;
  zone: string | null;
  technician: string | null;
  notes: string;
  checked: string[];
};

/** The command's names of the fields. */
export const nameOf: Record<keyof Typed, string> = {
  day: 'possibleDate',
  slotId: 'timestripe',
  zone: 'zone',
  technician: 'assigned_to',
  notes: 'tech_comments',
  checked: 'checked',
};

const noZone = 'none';

type Props = {
  typed: Typed;
  change: (part: Partial<Typed>) => void;
  /** By the command's names. */
  errors: Record<string, string>;
  creation: ReturnType<typeof useCreation>;
  zones: { id: number; name: string }[];
  firstDay: string;
  /** The chosen technician is not in the list any more, and was cleared (S2 §5). */
  cleared: boolean;
};

export function CreationFields({ typed, change, errors, creation, zones, firstDay, cleared }: Props) {
  const { day, slotId, zone, technician, notes, checked } = typed;
  const slot = creation.slots?.find(({ id }) => String(id) === slotId);
  return (
    <>
      <Group grow align="flex-start">
        <DatePickerInput
          label={createWords.date}
          withAsterisk
          valueFormat="DD/MM/YYYY"
          minDate={firstDay}
          value={day}
          onChange={(day) => change({ day })}
          leftSection={<IconCalendar size={16} aria-hidden />}
          error={errors.possibleDate}
        />
        <Select
          label={createWords.slot}
          placeholder={createWords.chooseSlot}
          withAsterisk
          allowDeselect={false}
          value={slotId}
          onChange={(slotId) => change({ slotId })}
          disabled={!creation.slots}
          data={(creation.slots ?? []).map((each) => ({
            value: String(each.id),
            label: slotLabel(each),
          }))}
          error={errors.timestripe}
        />
      </Group>
      {slot?.ended && (
        <Alert color="yellow" variant="light" role="alert">
          {createWords.late}
        </Alert>
      )}
      <Select
        label={createWords.technician}
        allowDeselect={false}
        searchable
        value={technician ?? noTechnician}
        onChange={(value) => change({ technician: value === noTechnician ? null : value })}
        disabled={!creation.technicians}
        data={technicianOptions(creation.technicians ?? [], createWords.noTechnician)}
        error={
          creation.failed
            ? createWords.techniciansFailed
            : (errors.assigned_to ?? (cleared ? createWords.technicianCleared : undefined))
        }
      />
      <Textarea
        label={createWords.notes}
        autosize
        minRows={3}
        maxRows={6}
        maxLength={2000}
        value={notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
        error={errors.tech_comments}
      />
      <Select
        label={createWords.zone}
        allowDeselect={false}
        value={zone ?? noZone}
        onChange={(value) => change({ zone: value === noZone ? null : value })}
        data={[
          { value: noZone, label: createWords.noZone },
          ...zones.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        error={errors.zone}
      />
      <Checkbox.Group value={checked} onChange={(checked) => change({ checked })}>
        <Stack gap="xs">
          <Checkbox value="public_link" label={createWords.publicLink} />
          <Checkbox
            value="notify_tech"
            label={createWords.notifyTech}
            disabled={technician === null}
            description={technician === null ? createWords.notifyNeedsTechnician : undefined}
          />
        </Stack>
      </Checkbox.Group>
    </>
  );
}
