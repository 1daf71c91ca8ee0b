import { Alert, Button, Group, Select, Tooltip } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import type { VisitDetail } from '../../../db/reads/visits/visit.ts';
import { slotLabel } from '../../../machines/calendar/slots.ts';
import type { DispatcherSteps, dispatcherSteps } from '../../../machines/visit/buttons.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { lacksPlaces, slotOption } from '../../dispatch/places.ts';
import { noTechnician, technicianOptions } from '../../dispatch/technician-options.ts';
import { useCreation } from '../../dispatch/use-creation.ts';
import { editWords, visitWords } from '../../words/visit/visit-words.ts';
import styles from './visit.module.css';

export type Editable = Pick<
  VisitDetail,
  | 'id'
  | 'version'
  | 'operation'
  | 'day'
  | 'slotId'
  | 'slotName'
  | 'fromHour'
  | 'toHour'
  | 'technicianName'
  | 'orderType'
  | 'symptomId'
> &
  Parameters<typeof dispatcherSteps>[0];

/** The two that have a choice: each is off, with the reason, where the visit's state does not allow it. */
export function EditFields(props: {
  visit: Editable;
  may: DispatcherSteps;
  draft: { technicianId?: number | null; slotId?: number };
  change: (part: { technicianId?: number | null; slotId?: number }) => void;
  errors: Record<string, string>;
}) {
  const { visit, may, draft, change, errors } = props;
  const slotId = draft.slotId ?? visit.slotId;
  const technicianId = draft.technicianId === undefined ? visit.technicianId : draft.technicianId;
  const { slots, technicians, skills, failed } = useCreation(visit.operation, visit.day, String(slotId));
  const slot = slots?.find(({ id }) => id === slotId);
  const own = {
    value: String(visit.slotId),
    label: slotLabel({ ...visit, name: visit.slotName }),
    disabled: false,
  };
  // It stays in its own slot, full or not.
  const slotOptions = (slots ?? []).map((each) =>
    slotOption(each, each.id !== visit.slotId && lacksPlaces(each, 1)),
  );
  const holder =
    visit.technicianId === null
      ? []
      : [{ id: visit.technicianId, name: visit.technicianName ?? '', assignedVisits: null }];
  const listed = technicians ?? holder;
  const people = listed.some(({ id }) => id === visit.technicianId) ? listed : [...holder, ...listed];
  return (
    <div className={styles.fields}>
      <Select
        label={visitWords.slot}
        allowDeselect={false}
        disabled={may.changeSlot !== null}
        description={may.changeSlot ? refuse(may.changeSlot).text : undefined}
        value={String(slotId)}
        onChange={(value) => change({ slotId: Number(value) })}
        data={slotOptions.some(({ value }) => value === own.value) ? slotOptions : [own, ...slotOptions]}
        error={errors.timestripe_id}
      />
      <Select
        label={visitWords.technician}
        searchable
        allowDeselect={false}
        disabled={may.assign !== null}
        description={may.assign ? refuse(may.assign).text : undefined}
        value={technicianId === null ? noTechnician : String(technicianId)}
        onChange={(value) => change({ technicianId: value === noTechnician ? null : Number(value) })}
        data={technicianOptions(people, { none: visitWords.unassigned, works: [visit], skills })}
        error={failed ? editWords.techniciansFailed : errors.tech_id}
      />
      {draft.slotId !== undefined && slot?.ended && (
        <Alert color="yellow" variant="light" role="alert" style={{ gridColumn: '1 / -1' }}>
          {editWords.late}
        </Alert>
      )}
    </div>
  );
}

/** Statuses 1 and 14 only (S2 §4); on the way it is off, and says the spec's reason. */
export function RescheduleButton({
  refusal,
  press,
}: {
  refusal: DispatcherSteps['reschedule'];
  press: () => void;
}) {
  if (refusal === 'reschedule-delayed') return null;
  const why = refusal ? refuse(refusal).text : null;
  return (
    <Group gap="xs">
      <Tooltip label={why} disabled={!why} multiline maw={320}>
        <Button
          variant="default"
          leftSection={<IconCalendarTime size={16} aria-hidden />}
          data-disabled={why ? true : undefined}
          aria-disabled={why ? true : undefined}
          aria-describedby={why ? 'why-not-reschedule' : undefined}
          onClick={() => !why && press()}
        >
          {editWords.reschedule}
        </Button>
      </Tooltip>
      {why && (
        <span id="why-not-reschedule" className="visually-hidden">
          {why}
        </span>
      )}
    </Group>
  );
}
