import { Alert, Checkbox, Select, Stack } from '@mantine/core';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { DayAndSlotFields } from '../../dispatch/day-and-slot-fields.tsx';
import { noTechnician, technicianOptions, type Work } from '../../dispatch/technician-options.ts';
import { LimitedTextarea } from '../../forms/limited-text.tsx';
import { createWords } from '../../words/visit/creation-words.ts';
import type { useCreateForm } from './use-create-form.ts';

const noZone = 'none';

type Props = {
  form: ReturnType<typeof useCreateForm>;
  zones: { id: number; name: string }[];
  firstDay: string;
  /** What the visit is about. */
  work: Work;
};

export function CreationFields({ form, zones, firstDay, work }: Props) {
  const { typed, change, errors, creation } = form;
  const { day, slotId, technician, notes, checked } = typed;
  const slot = creation.slots?.find(({ id }) => String(id) === slotId);
  return (
    <>
      <DayAndSlotFields
        dayLabel={createWords.date}
        firstDay={firstDay}
        day={day}
        changeDay={(day) => change({ day })}
        dayError={errors.possibleDate}
        creation={creation}
        slotId={slotId}
        changeSlot={(slotId) => change({ slotId })}
        slotError={errors.timestripe}
        reason={typed.overbook}
        changeReason={(overbook) => change({ overbook })}
        reasonError={errors.overbook_reason}
      />
      {slot?.ended && (
        <Alert color="yellow" variant="light" role="alert">
          {createWords.late}
        </Alert>
      )}
      <TechnicianSelect form={form} work={work} />
      <LimitedTextarea
        label={createWords.notes}
        autosize
        minRows={3}
        maxRows={6}
        max={textLimits.note}
        value={notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
        error={errors.tech_comments}
      />
      <ZoneSelect form={form} zones={zones} />
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

function TechnicianSelect({ form, work }: Pick<Props, 'form' | 'work'>) {
  const { typed, change, errors, creation, cleared } = form;
  return (
    <Select
      label={createWords.technician}
      allowDeselect={false}
      searchable
      value={typed.technician ?? noTechnician}
      onChange={(value) => change({ technician: value === noTechnician ? null : value })}
      disabled={!creation.technicians}
      data={technicianOptions(creation.technicians ?? [], {
        none: createWords.noTechnician,
        works: [work],
        skills: creation.skills,
      })}
      error={
        creation.failed
          ? createWords.techniciansFailed
          : (errors.assigned_to ?? (cleared ? createWords.technicianCleared : undefined))
      }
    />
  );
}

function ZoneSelect({ form, zones }: Pick<Props, 'form' | 'zones'>) {
  const { typed, change, errors } = form;
  return (
    <Select
      label={createWords.zone}
      allowDeselect={false}
      value={typed.zone ?? noZone}
      onChange={(value) => change({ zone: value === noZone ? null : value })}
      data={[
        { value: noZone, label: createWords.noZone },
        ...zones.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      error={errors.zone}
    />
  );
}
