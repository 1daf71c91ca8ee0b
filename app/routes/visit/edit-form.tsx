import { Alert, Button, Group, Select, Stack, Text, Textarea, Tooltip } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { IconCalendarTime, IconDeviceFloppy } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { editVisitInput } from '../../../db/commands/visits/edit-visit-input.ts';
import type { VisitDetail } from '../../../db/reads/visits/visit.ts';
import { slotLabel } from '../../../machines/calendar/slots.ts';
import { type DispatcherSteps, dispatcherSteps } from '../../../machines/visit/buttons.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { ConflictNotice } from '../../dispatch/conflict-notice.tsx';
import { isChange, type WiredEvent } from '../../dispatch/event-line.tsx';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { noTechnician, technicianOptions } from '../../dispatch/technician-options.ts';
import { useCreation } from '../../dispatch/use-creation.ts';
import { useCheckedFields } from '../../forms/use-checked-fields.ts';
import { useSend } from '../../forms/use-send.ts';
import { tellDone, tellRefused } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { conflictWords } from '../../words/dispatch.ts';
import { editWords, visitWords } from '../../words/visit.ts';
import { useViewer } from '../signed-in/screen.ts';
import { useEditDraft } from './use-edit-draft.ts';
import styles from './visit.module.css';

type Editable = Pick<
  VisitDetail,
  'id' | 'version' | 'operation' | 'day' | 'slotId' | 'slotName' | 'fromHour' | 'toHour' | 'technicianName'
> &
  Parameters<typeof dispatcherSteps>[0];

type Props = {
  visit: Editable;
  events: WiredEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  /** Whether something is being edited. */
  tellDirty: (dirty: boolean) => void;
  reload: () => void;
  reschedule: () => void;
};

const unsaved = {
  title: editWords.unsavedTitle,
  text: editWords.unsaved,
  leave: editWords.discard,
  stay: editWords.stay,
};

/** Slot, technician and a new note of an open visit, with 'Guardar cambios' and 'Reprogramar visita' (S2 §2, §4, §8). */
export function EditForm({ visit, events, seen, tellDirty, reload, reschedule }: Props) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const may = dispatcherSteps(visit);
  const edit = useEditDraft(visit.id, { version: visit.version, seen });
  const { draft, dirty, base } = edit;
  const pass = useUnsaved(dirty, unsaved, { discard: edit.forget });
  useEffect(() => tellDirty(dirty), [dirty, tellDirty]);
  const [refused, setRefused] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({ oneIntent: true });
  const { ref, errors, fail, check } = useCheckedFields(editVisitInput);
  const since = events.filter((event) => event.version > base.seen && isChange(event));

  const save = async (version: number) => {
    setFailure(null);
    const input = {
      visit_id: visit.id,
      version,
      tech_comments: draft.note,
      ...(draft.technicianId === undefined ? {} : { tech_id: draft.technicianId }),
      ...(draft.slotId === undefined ? {} : { timestripe_id: draft.slotId }),
    };
    if (!check(input)) return;
    const outcome = await send('editVisit', input);
    if (!outcome) return;
    if (!outcome.ok && outcome.status === 0) return setFailure(editWords.failed);
    if (outcome.ok) {
      const moved = draft.technicianId !== undefined || draft.slotId !== undefined;
      edit.forget();
      setRefused(false);
      if (moved) offerUndo(editWords.done, [visit.id], outcome.key);
      else tellDone(editWords.done);
      return reload();
    }
    if (outcome.code === 'stale-version') {
      setRefused(true);
      return reload();
    }
    if (outcome.status === 422 || outcome.status >= 500) {
      fail(outcome.fields);
      return setFailure(outcome.text);
    }
    // S2 §8: the diagnostic, then the default view. The note stays on the device for another try.
    tellRefused(outcome.text);
    pass();
    navigate(viewer.home);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (dirty) void save(base.version);
    else setFailure(editWords.nothing);
  };
  const retry = () => {
    edit.rebase();
    void save(visit.version);
  };

  return (
    <form ref={ref} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Fields visit={visit} may={may} draft={draft} change={edit.change} errors={errors} />
        <Textarea
          className={styles.newNote}
          label={editWords.newNote}
          description={editWords.noteHint}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={draft.note}
          onChange={(event) => edit.change({ note: event.currentTarget.value })}
          error={errors.tech_comments}
        />
        {edit.recovered && draft.note !== '' && (
          <Text size="sm" c="dimmed" role="status">
            {editWords.recovered}
          </Text>
        )}
        {dirty && (refused || since.length > 0) && (
          <ConflictNotice
            text={refused ? conflictWords.refused : conflictWords.changed}
            events={since}
            retry={refused ? retry : undefined}
            busy={busy}
          />
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <div className={styles.actions}>
          <RescheduleButton refusal={may.reschedule} press={reschedule} />
          <Button
            type="submit"
            loading={busy}
            data-disabled={!dirty || undefined}
            aria-disabled={!dirty || undefined}
            aria-describedby={dirty ? undefined : 'nothing-to-save'}
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          >
            {editWords.save}
          </Button>
          <span id="nothing-to-save" className="visually-hidden">
            {editWords.nothing}
          </span>
        </div>
      </Stack>
    </form>
  );
}

/** The two that have a choice: each is off, with the reason, where the visit's state does not allow it. */
function Fields(props: {
  visit: Editable;
  may: DispatcherSteps;
  draft: { technicianId?: number | null; slotId?: number };
  change: (part: { technicianId?: number | null; slotId?: number }) => void;
  errors: Record<string, string>;
}) {
  const { visit, may, draft, change, errors } = props;
  const slotId = draft.slotId ?? visit.slotId;
  const technicianId = draft.technicianId === undefined ? visit.technicianId : draft.technicianId;
  const { slots, technicians, failed } = useCreation(visit.operation, visit.day, String(slotId));
  const slot = slots?.find(({ id }) => id === slotId);
  const own = { value: String(visit.slotId), label: slotLabel({ ...visit, name: visit.slotName }) };
  const slotOptions = (slots ?? []).map((each) => ({ value: String(each.id), label: slotLabel(each) }));
  const holder =
    visit.technicianId === null
      ? []
      : [{ id: visit.technicianId, name: visit.technicianName ?? '', assignedVisits: null }];
  const known = technicians ?? holder;
  const people = known.some(({ id }) => id === visit.technicianId) ? known : [...holder, ...known];
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
        data={technicianOptions(people, visitWords.unassigned)}
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
function RescheduleButton({ refusal, press }: { refusal: DispatcherSteps['reschedule']; press: () => void }) {
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
