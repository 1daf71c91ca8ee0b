import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ForeseenMerge } from '../../../db/reads/catalogue/foresee-merge.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useRead } from '../../data/use-read.ts';
import { offerMergeUndo } from '../../dispatch/offer-undo.ts';
import { useSend } from '../../forms/use-send.ts';
import { showRefused } from '../../ui/toasts/toast.ts';
import { nameWords as words } from '../../words/setup/names-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import type { ShownName } from './name-table.tsx';
import styles from './new-names.module.css';

type Props = { merging: ShownName; close: () => void; done: () => void };

/** Into which other name one is merged, and what that moves. It stays while it closes, and gives the focus back. */
export function MergeDialog({ merging, ...acts }: Omit<Props, 'merging'> & { merging: ShownName | null }) {
  const [shown, setShown] = useState(merging);
  if (merging !== null && merging !== shown) setShown(merging);
  return (
    <Modal
      opened={merging !== null}
      onClose={acts.close}
      title={shown && words.mergeOf(shown.name)}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {shown && <MergeForm key={`${shown.kind}.${shown.id}`} merging={shown} {...acts} />}
    </Modal>
  );
}

function MergeForm({ merging: { kind, id, name, near }, close, done }: Props) {
  const [chosen, setChosen] = useState(near ? String(near.id) : null);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend();
  const list = useRead<AskAnswer<'otherNames'>>(askAddress('otherNames', { kind, id: String(id) }));
  const foreseen = useRead<AskAnswer<'foreseenMerge'>>(
    chosen === null ? null : askAddress('foreseenMerge', { kind, from: String(id), into: chosen }),
  );
  const others = list.state === 'answered' && list.answer.ok ? list.answer.others : null;
  // Before the list is there, the name that was suggested is shown by itself.
  const options = others ?? (near ? [near] : []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return setError(words.chooseFirst);
    const outcome = await send('mergeNames', { kind, from: id, into: Number(chosen) });
    if (!outcome) return;
    if (!outcome.ok) {
      showRefused(words.failed(outcome.text || setupWords.noNetwork));
      foreseen.refresh();
      return;
    }
    const into = options.find((option) => String(option.id) === chosen)?.name ?? '';
    offerMergeUndo(words.done(name, into), Number(outcome.data.id));
    done();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Select
          label={words.into}
          description={words.intoHint}
          searchable
          // The dialog puts the focus here: the list opens when it is asked for.
          openOnFocus={false}
          data-autofocus
          withAsterisk
          nothingFoundMessage={words.noOther}
          limit={200}
          maxDropdownHeight={240}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setError(null);
          }}
          data={options.map((option) => ({ value: String(option.id), label: option.name }))}
          error={error}
        />
        {list.state === 'failed' && <Failed text={words.listFailed} retry={list.retry} />}
        <div className={styles.foreseen} role="status" aria-busy={foreseen.state === 'asking' || undefined}>
          {chosen === null ? null : foreseen.state === 'failed' ? (
            <Failed text={words.foreseeFailed} retry={foreseen.retry} />
          ) : foreseen.state === 'asking' ? (
            <p>{words.reading}</p>
          ) : (
            <Foreseen answer={foreseen.answer} />
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Foreseen({ answer }: { answer: AskAnswer<'foreseenMerge'> }) {
  if (!answer.ok) return <p className={styles.wrong}>{answer.text}</p>;
  const { from, into } = answer.foreseen;
  return (
    <>
      <p>{words.moves(from, into)}</p>
      <ul className={styles.moves}>
        {movesOf(answer.foreseen).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="xs">
        {words.stays}
      </Text>
    </>
  );
}

/** What goes with a name, one line each; a priority that is alike in all operations is one. */
export function movesOf({ orders, pending, priorities, zones, skills }: ForeseenMerge): string[] {
  const [first] = priorities;
  const alike =
    first && priorities.every(({ before, after }) => before === first.before && after === first.after);
  return [
    words.movesOrders(orders, pending),
    ...(alike
      ? [words.movesPriority(first.before, first.after)]
      : priorities.map(({ operation, before, after }) => words.movesPriorityIn(operation, before, after))),
    ...(zones ? [words.movesZone(zones.before, zones.after)] : []),
    ...(skills > 0 ? [words.movesSkills(skills)] : []),
  ];
}

function Failed({ text, retry }: { text: string; retry: () => void }) {
  return (
    <Group gap="xs">
      <Text size="sm" className={styles.wrong}>
        {text}
      </Text>
      <Button size="xs" variant="default" onClick={retry}>
        {words.retry}
      </Button>
    </Group>
  );
}
