import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { useOnline } from '../../ui/hooks/use-online.ts';
import { technicianWords } from '../../words/technician/technician-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import { keepUnsent, readUnsent } from './unsent-reason.ts';
import type { Dialog } from './use-technician-actions.ts';

const labels = { 'aria-label': orderWords.close };

export type SmallDialogsProps = {
  dialog: Dialog | null;
  close: () => void;
  release: (visit: FieldVisit, notes: string) => void;
  /** Send again what has had no answer. */
  resend: () => void;
};

/** What a technician's press may ask or answer, one at a time. */
export const SmallDialogs = (props: SmallDialogsProps) => (
  <>
    <ReleaseDialog {...props} />
    <NotAllowedDialog {...props} />
    <TimeoutDialog {...props} />
  </>
);

/** The reason of a release: 5 to 100 characters (S1 §5 'Detach'). */
function ReleaseDialog(props: Omit<SmallDialogsProps, 'resend'>) {
  const visit = props.dialog?.kind === 'release' ? props.dialog.visit : null;
  return (
    <Modal
      opened={visit !== null}
      onClose={props.close}
      title={technicianWords.detachTitle}
      closeButtonProps={labels}
    >
      {visit && <ReleaseForm key={visit.id} visit={visit} {...props} />}
    </Modal>
  );
}

/** The command's own schema, asked for when the dialog opens: the first load on a phone does not carry it. */
const loadNotesSchema = () =>
  import('../../../db/commands/field/release-visit-input.ts').then(
    ({ releaseVisitInput }) => releaseVisitInput.shape.notes,
    () => null,
  );

function ReleaseForm({
  visit,
  close,
  release,
}: Pick<SmallDialogsProps, 'close' | 'release'> & { visit: FieldVisit }) {
  const [notes, setNotes] = useState(() => readUnsent(visit.id));
  const [problem, setProblem] = useState<string | null>(null);
  const [schemaLoading] = useState(loadNotesSchema);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const schema = await schemaLoading;
    // Without it, the server checks the same.
    const parsed = schema?.safeParse(notes) ?? { success: true as const, data: notes };
    if (parsed.success) release(visit, parsed.data);
    else setProblem(technicianWords.detachRequired);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Textarea
          data-autofocus
          label={technicianWords.detachReason}
          description={`${[...notes.trim()].length}/100`}
          autosize
          minRows={3}
          value={notes}
          onChange={(event) => {
            setNotes(event.currentTarget.value);
            keepUnsent(visit.id, event.currentTarget.value);
            setProblem(null);
          }}
          error={problem}
        />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={close}>
            {technicianWords.cancel}
          </Button>
          <Button type="submit" size="md">
            {technicianWords.detachSubmit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** 'No permitido' with the spec's text (S1 §8). */
function NotAllowedDialog({ dialog, close }: Pick<SmallDialogsProps, 'dialog' | 'close'>) {
  return (
    <Modal
      opened={dialog?.kind === 'not-allowed'}
      onClose={close}
      title={technicianWords.notAllowed}
      closeButtonProps={labels}
    >
      <Stack>
        <Text role="alert">{dialog?.kind === 'not-allowed' ? dialog.text : ''}</Text>
        <Group justify="flex-end">
          <Button size="md" onClick={close} data-autofocus>
            {orderWords.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/**
 * No answer within 30 s, or no connection. With a network the page can be read again, which shows the visit as it is;
 * without one a reload would lose the day, so that only what was pressed can be sent again.
 */
function TimeoutDialog({ dialog, close, resend }: Omit<SmallDialogsProps, 'release'>) {
  const online = useOnline();
  return (
    <Modal
      opened={dialog?.kind === 'timeout'}
      onClose={close}
      title={technicianWords.timeoutTitle}
      closeButtonProps={labels}
    >
      <Stack>
        <Text role="alert">{online ? technicianWords.timeout : technicianWords.offline}</Text>
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={close}>
            {orderWords.close}
          </Button>
          {online && (
            <Button variant="default" size="md" onClick={() => window.location.reload()}>
              {technicianWords.reload}
            </Button>
          )}
          <Button size="md" onClick={resend} data-autofocus>
            {technicianWords.resend}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
