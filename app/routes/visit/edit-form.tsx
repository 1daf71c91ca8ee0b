import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { editVisitInput } from '../../../db/commands/visits/edit-visit-input.ts';
import { dispatcherSteps } from '../../../machines/visit/buttons.ts';
import { ConflictNotice } from '../../dispatch/conflict-notice.tsx';
import { isChange, type WiredEvent } from '../../dispatch/event-line.tsx';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { useCheckedFields } from '../../forms/use-checked-fields.ts';
import { useSend } from '../../forms/use-send.ts';
import { showDone, showRefused } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { conflictWords } from '../../words/dispatch.ts';
import { editWords } from '../../words/visit.ts';
import { useViewer } from '../signed-in/screen.ts';
import { type Editable, EditFields, RescheduleButton } from './edit-fields.tsx';
import { useEditDraft } from './use-edit-draft.ts';
import styles from './visit.module.css';

type Props = {
  visit: Editable;
  events: WiredEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  /** Whether something is being edited. */
  onDirty: (dirty: boolean) => void;
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
export function EditForm({ visit, events, seen, onDirty, reload, reschedule }: Props) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const may = dispatcherSteps(visit);
  const edit = useEditDraft(visit.id, { version: visit.version, seen });
  const { draft, dirty, base } = edit;
  const pass = useUnsaved(dirty, unsaved, { discard: edit.forget });
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
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
      else showDone(editWords.done);
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
    showRefused(outcome.text);
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
        <EditFields visit={visit} may={may} draft={draft} change={edit.change} errors={errors} />
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
