import { Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { dispatcherSteps } from '../../../machines/visit/buttons.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { eventLines, isChange, type WiredEvent } from '../../dispatch/event-line.tsx';
import { CommandForm } from '../../forms/command-form.tsx';
import { LimitedTextarea } from '../../forms/limited-text.tsx';
import { SaveButton } from '../../forms/save-button.tsx';
import { conflictWords } from '../../words/board/dispatch-words.ts';
import { editWords } from '../../words/visit/visit-words.ts';
import { type Editable, EditFields, RescheduleButton } from './edit-fields.tsx';
import { useEditForm } from './use-edit-form.ts';
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

/** Slot, technician and a new note of an open visit, with 'Guardar cambios' and 'Reprogramar visita' (S2 §2, §4, §8). */
export function EditForm({ visit, events, seen, onDirty, reload, reschedule }: Props) {
  const may = dispatcherSteps(visit);
  const since = (version: number) => events.filter((event) => event.version > version && isChange(event));
  const changedSince = (version: number) => since(version).length > 0;
  const form = useEditForm({ visit, seen, changedSince, onDirty, reload });
  const { draft, change, errors } = form;
  return (
    <CommandForm
      form={form}
      gap="md"
      changed={conflictWords.changed}
      refused={conflictWords.refused}
      changes={eventLines(since(form.base.seen))}
      retryHint={conflictWords.retryHint}
      actionsClassName={styles.actions}
      actions={
        <>
          <RescheduleButton refusal={may.reschedule} press={reschedule} />
          <SaveButton form={form} icon={<IconDeviceFloppy size={16} aria-hidden />}>
            {editWords.save}
          </SaveButton>
        </>
      }
    >
      <EditFields visit={visit} may={may} draft={draft} change={change} errors={errors} />
      <LimitedTextarea
        className={styles.newNote}
        label={editWords.newNote}
        description={editWords.noteHint}
        autosize
        minRows={2}
        maxRows={6}
        max={textLimits.note}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        error={errors.tech_comments}
      />
      {form.recovered && (
        <Text size="sm" c="dimmed" role="status">
          {editWords.recovered}
        </Text>
      )}
    </CommandForm>
  );
}
