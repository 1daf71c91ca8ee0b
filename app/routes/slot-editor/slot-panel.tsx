import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { editSlotInput } from '../../../db/commands/edit-slot-input.ts';
import { formatHours, slotHours } from '../../../machines/slots.ts';
import type { CommandOutcome } from '../../command.ts';
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import styles from '../../setup/setup.module.css';
import { useDraft } from '../../forms/use-draft.ts';
import { usePanelFocus } from '../../setup/use-panel-focus.ts';
import { useSend } from '../../forms/use-send.ts';
import { tellDone, tellRefused } from '../../ui/toast.tsx';
import { type Question, useUnsaved } from '../../ui/use-unsaved.tsx';
import { setupWords } from '../../words/setup.ts';
import { slotEditorWords as slotEditor } from '../../words/slot-editor.ts';
import { readOpened } from './opened.ts';

type Fields = { name: string; fromHour: number; toHour: number; enabled: boolean };
type Props = {
  /** A slot without an id does not exist yet. */
  slot: Fields & { id: number | null; operation: string; version: number };
  openVisits: number;
  history: WiredSettingEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  reload: () => void;
  close: () => void;
};
const unconfirmed: Question = {
  title: slotEditor.unconfirmed,
  text: slotEditor.unsaved,
  leave: setupWords.discard,
  stay: setupWords.stay,
};
const hours = Array.from({ length: slotHours.last - slotHours.first + 1 }, (_, i) => slotHours.first + i);
const hourOptions = hours.map((hour) => ({ value: String(hour), label: slotEditor.hour(hour) }));

/** The panel of a row: its fields, 'Guardar y cerrar', 'Eliminar' (S2 §2, §5, §8). */
export function SlotPanel({ slot, openVisits, history, seen, reload, close }: Props) {
  const { name, fromHour, toHour, enabled } = slot;
  const draft = useDraft<Fields>({ name, fromHour, toHour, enabled }, { version: slot.version, seen });
  const { fields, changes, base } = draft;
  const isNew = slot.id === null;
  const dirty = isNew || draft.dirty;
  // Another slot and another screen leave this panel; another operation, which stands beside it, does not.
  const pass = useUnsaved(dirty, unconfirmed, {
    ask: (from, to) =>
      from.pathname === to.pathname && readOpened(from.search).opened === readOpened(to.search).opened
        ? null
        : unconfirmed,
  });
  const first = useRef<HTMLInputElement>(null);
  usePanelFocus(first);
  const { busy, send } = useSend();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const since = history.filter((event) => event.version > base.seen && event.data.slotId === slot.id);
  const leave = () => {
    pass();
    close();
    reload();
  };

  const save = async (version: number) => {
    const outcome = await send('editSlot', inputOf(slot, changes, version));
    if (!outcome) return;
    if (outcome.ok) {
      tellDone(isNew ? slotEditor.added : slotEditor.edited);
      return leave();
    }
    if (outcome.code === 'slot-changed') {
      setStale(true);
      return reload();
    }
    setErrors(outcome.fields);
    setFailure(Object.keys(outcome.fields).length > 0 ? null : textOf(outcome));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setErrors({});
    if (!dirty) return close();
    const checked = editSlotInput.safeParse({ ...inputOf(slot, fields, base.version) });
    if (!checked.success) {
      const wrong = checked.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
      return setErrors(Object.fromEntries(wrong.toReversed()));
    }
    const effects = effectsOf(fields, changes);
    if (openVisits === 0 || effects.length === 0) return void save(base.version);
    modals.openConfirmModal({
      title: slotEditor.affectsTitle,
      children: <Sentences texts={[slotEditor.affects(openVisits), ...effects]} />,
      labels: { confirm: slotEditor.save, cancel: setupWords.back },
      onConfirm: () => void save(base.version),
    });
  };

  const remove = () =>
    modals.openConfirmModal({
      title: slotEditor.removeTitle,
      children: (
        <Sentences
          texts={[
            slotEditor.removeText(slot.name),
            ...(openVisits > 0 ? [slotEditor.removePending(openVisits)] : []),
          ]}
        />
      ),
      labels: { confirm: slotEditor.remove, cancel: setupWords.back },
      confirmProps: { color: 'red' },
      onConfirm: async () => {
        const outcome = await send('deleteSlot', {
          timestripe_id: slot.id,
          subsidiary_id: slot.operation,
          version: base.version,
        });
        if (!outcome) return;
        if (outcome.ok) {
          tellDone(slotEditor.removed);
          return leave();
        }
        if (outcome.code === 'slot-changed') draft.rebase();
        tellRefused(slotEditor.removeFailed(outcome.text || setupWords.noNetwork));
        // Without the permission the screen would be refused whole.
        if (outcome.status !== 403) reload();
      },
    });

  return (
    <form
      onSubmit={submit}
      noValidate
      className={styles.panel}
      aria-label={isNew ? slotEditor.newPanel : slotEditor.panel(slot.name)}
    >
      <Stack gap="sm">
        <Group gap="sm">
          <Checkbox
            label={slotEditor.enabled}
            checked={fields.enabled}
            onChange={(event) => draft.change({ enabled: event.currentTarget.checked })}
          />
          {dirty && (
            <Badge color="orange" variant="light" autoContrast>
              {slotEditor.unconfirmed}
            </Badge>
          )}
        </Group>
        <div className={styles.fields}>
          <TextInput
            label={slotEditor.name}
            value={fields.name}
            maxLength={80}
            ref={first}
            onChange={(event) => draft.change({ name: event.currentTarget.value })}
            error={errors.name}
          />
          <NativeSelect
            label={slotEditor.from}
            data={hourOptions}
            value={String(fields.fromHour)}
            onChange={(event) => draft.change({ fromHour: Number(event.currentTarget.value) })}
            error={errors.from}
          />
          <NativeSelect
            label={slotEditor.to}
            data={hourOptions}
            value={String(fields.toHour)}
            onChange={(event) => draft.change({ toHour: Number(event.currentTarget.value) })}
            error={errors.to}
          />
        </div>
        {!isNew && dirty && (stale || slot.version > base.version) && (
          <ChangedMeanwhile
            text={stale ? `${setupWords.notSaved} ${slotEditor.changed}` : slotEditor.changed}
            events={since}
            busy={busy}
            retry={
              stale
                ? () => {
                    draft.rebase();
                    void save(slot.version);
                  }
                : undefined
            }
          />
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <div className={styles.actions}>
          <Button type="submit" loading={busy}>
            {slotEditor.save}
          </Button>
          <Button variant="default" onClick={close}>
            {slotEditor.cancel}
          </Button>
          {/* A new one has nothing behind it yet: it is discarded. */}
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={isNew ? close : remove}
          >
            {slotEditor.remove}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The command's input: of a slot that exists, only what was changed, so that the rest stays as others left it. */
function inputOf(slot: Props['slot'], fields: Partial<Fields>, version: number) {
  const isNew = slot.id === null;
  const sent = isNew ? { ...slot, ...fields } : fields;
  return {
    id: slot.id,
    subsidiary_id: slot.operation,
    name: sent.name,
    from: sent.fromHour,
    to: sent.toHour,
    enabled: sent.enabled,
    ...(isNew ? {} : { version }),
  };
}

/** What the change does to the visits that stand in the slot. */
function effectsOf(fields: Fields, changes: Partial<Fields>): string[] {
  return [
    ...(changes.fromHour === undefined && changes.toHour === undefined
      ? []
      : [slotEditor.affectsHours(formatHours(fields))]),
    ...(changes.enabled === false ? [slotEditor.affectsDisabled] : []),
  ];
}

const textOf = (outcome: Exclude<CommandOutcome, { ok: true }>) =>
  outcome.status === 0 ? slotEditor.failed(setupWords.noNetwork) : outcome.text;

const Sentences = ({ texts }: { texts: string[] }) => (
  <Stack gap="xs">
    {texts.map((text) => (
      <Text key={text} size="sm">
        {text}
      </Text>
    ))}
  </Stack>
);
