import { Alert, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { editViewInput } from '../../../db/commands/saved-views/edit-view-input.ts';
import { cleanViewName, viewParam } from '../../../machines/access/saved-views.ts';
import { useSubmission } from '../../forms/use-submission.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { showDone } from '../../ui/toasts/toast.ts';
import { savedViewWords as words } from '../../words/board/saved-views-words.ts';
import { useAddress } from '../use-address.ts';
import { type AnyView, type BoardNow, searchOf } from './shown-view.ts';

type Props = {
  /** A new view of what is shown, another user's among one's own, or another name. */
  mode: 'save' | 'keep' | 'rename';
  view: AnyView | null;
  now: BoardNow;
  close: () => void;
  /** It was saved: the list of views has changed. */
  done: () => void;
};

/** The name of a view. What is saved is what the board shows now. */
export default function ViewDialog(props: Props) {
  const { mode, close } = props;
  const { form, name, rename, isDefault, setDefault, same, save, submit } = useViewForm(props);
  return (
    <Modal opened onClose={close} title={words.titles[mode]} closeButtonProps={{ 'aria-label': words.close }}>
      <form ref={form.ref} onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={words.name}
            value={name}
            error={form.errors.name}
            onChange={(event) => rename(event.currentTarget.value)}
          />
          {mode !== 'rename' && (
            <>
              <Text size="sm" c="dimmed">
                {words.what}
              </Text>
              <Checkbox
                label={words.asDefault}
                checked={isDefault}
                onChange={(event) => setDefault(event.currentTarget.checked)}
              />
            </>
          )}
          {form.failure && (
            <Alert color="red" variant="light" role="alert">
              {form.failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            {same && (
              <Button variant="light" loading={form.busy} onClick={() => void save(same.id)}>
                {words.replace(same.name)}
              </Button>
            )}
            <Button type="submit" loading={form.busy}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What is typed of a view, and how it is saved: as a new one, in the place of one of the same name, or renamed. */
function useViewForm({ mode, view, now, close, done }: Props) {
  const { views } = useViewer();
  const { set } = useAddress();
  const form = useSubmission('editView', editViewInput);
  const [name, setName] = useState(view?.name ?? '');
  const [isDefault, setDefault] = useState(false);
  const typed = cleanViewName(name).toLowerCase();
  const same = mode === 'rename' ? undefined : views.find((other) => other.name.toLowerCase() === typed);

  const save = async (id: string | null) => {
    const what = mode === 'rename' ? {} : { board: now.board, search: searchOf(now) };
    // Unset, what is replaced stays the default that it was.
    const input = { id, name, ...what, ...(isDefault ? { is_default: true } : {}) };
    if (!form.check(input)) return;
    const sent = await form.submit(input);
    if (!sent) return;
    if (!sent.ok) {
      if (Object.keys(sent.fields).length === 0) form.setFailure(sent.text || words.noAnswer);
      return;
    }
    const saved = String(sent.data.name);
    showDone(mode === 'rename' ? words.renamed(saved) : words.saved(saved));
    close();
    // At the same address there is nothing to turn to.
    const at = new URLSearchParams(window.location.search).get(viewParam);
    if (mode !== 'rename' && at !== sent.data.id) set({ [viewParam]: String(sent.data.id) });
    done();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(mode === 'rename' ? view!.id : null);
  };
  const rename = (text: string) => {
    form.clearErrors('name');
    setName(text);
  };
  return { form, name, rename, isDefault, setDefault, same, save, submit };
}
