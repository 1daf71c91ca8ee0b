import { Badge, Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { editSlotInput } from '../../../db/commands/settings/edit-slot-input.ts';
import { formatHours, slotHours } from '../../../machines/calendar/slots.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { confirm } from '../../forms/confirm.tsx';
import { useCommandForm } from '../../forms/use-command-form.ts';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import styles from '../../setup/setup.module.css';
import { usePanelFocus } from '../../setup/use-panel-focus.ts';
import { showDone, showRefused } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { setupWords } from '../../words/setup.ts';
import { slotEditorWords as words } from '../../words/slot-editor.ts';
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

const unconfirmed = {
  title: words.unconfirmed,
  text: words.unsaved,
  leave: setupWords.discard,
  stay: setupWords.stay,
};
const hours = Array.from({ length: slotHours.last - slotHours.first + 1 }, (_, i) => slotHours.first + i);
const hourOptions = hours.map((hour) => ({ value: String(hour), label: words.hour(hour) }));

/** The panel of a row: its fields, 'Guardar y cerrar', 'Eliminar' (S2 §2, §5, §8). */
export function SlotPanel({ slot, openVisits, history, seen, reload, close }: Props) {
  const { id, operation, version, ...saved } = slot;
  const isNew = id === null;
  const leave = () => {
    pass();
    close();
    reload();
  };
  const form = useCommandForm<Fields>({
    command: 'editSlot',
    schema: editSlotInput,
    saved,
    version,
    seen,
    isNew,
    names: { fromHour: 'from', toHour: 'to' },
    // Of a slot that exists, only what was changed, so that the rest stays as others left it.
    input: ({ fields, changes }, on) => inputOf(slot, isNew ? fields : changes, on),
    checked: ({ fields }, on) => inputOf(slot, fields, on),
    conflict: 'slot-changed',
    confirm: (go, { fields, changes }, { again }) => {
      const effects = effectsOf(fields, changes);
      if (again || openVisits === 0 || effects.length === 0) return go();
      const text = [words.affects(openVisits), ...effects];
      const { affectsTitle: title, save } = words;
      confirm({ title, text, confirm: save, cancel: setupWords.back, harmless: true }, go);
    },
    unchanged: close,
    failed: (text, named, { status }) => (named ? null : status === 0 ? words.failed(text) : text),
    done: () => {
      showDone(isNew ? words.added : words.edited);
      leave();
    },
    reload,
  });
  const dirty = isNew || form.dirty;
  // Another slot and another screen leave this panel; another operation, which stands beside it, does not.
  const pass = useUnsaved(dirty, unconfirmed, {
    ask: (from, to) =>
      from.pathname === to.pathname && readOpened(from.search).opened === readOpened(to.search).opened
        ? null
        : unconfirmed,
  });
  const first = useRef<HTMLInputElement>(null);
  usePanelFocus(first);

  const remove = async () => {
    const input = { timestripe_id: id, subsidiary_id: operation, version: form.base.version };
    const outcome = await form.send('deleteSlot', input);
    if (!outcome) return;
    if (outcome.ok) {
      showDone(words.removed);
      return leave();
    }
    if (outcome.code === 'slot-changed') form.rebase();
    showRefused(words.removeFailed(outcome.text || setupWords.noNetwork));
    // Without the permission the screen would be refused whole.
    if (outcome.status !== 403) reload();
  };
  const askRemove = () => {
    const text = [words.removeText(slot.name), ...(openVisits > 0 ? [words.removePending(openVisits)] : [])];
    const { removeTitle: title, remove: confirmed } = words;
    confirm({ title, text, confirm: confirmed, cancel: setupWords.back }, () => void remove());
  };
  const hour = (field: 'fromHour' | 'toHour') => ({
    ...form.text(field),
    data: hourOptions,
    value: String(form.fields[field]),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.change({ [field]: Number(event.currentTarget.value) }),
  });

  return (
    <CommandForm
      form={form}
      className={styles.panel}
      label={isNew ? words.newPanel : words.panel(slot.name)}
      changed={words.changed}
      changes={history.filter(({ version, data }) => version > form.base.seen && data.slotId === id)}
      actions={
        <>
          <Button type="submit" loading={form.busy}>
            {words.save}
          </Button>
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          {/* A new one has nothing behind it yet: it is discarded. */}
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={isNew ? close : askRemove}
          >
            {words.remove}
          </Button>
        </>
      }
    >
      <Group gap="sm">
        <Checkbox label={words.enabled} {...form.check('enabled')} />
        {dirty && (
          <Badge color="orange" variant="light" autoContrast>
            {words.unconfirmed}
          </Badge>
        )}
      </Group>
      <div className={styles.fields}>
        <TextInput label={words.name} maxLength={80} ref={first} {...form.text('name')} />
        <NativeSelect label={words.from} {...hour('fromHour')} />
        <NativeSelect label={words.to} {...hour('toHour')} />
      </div>
    </CommandForm>
  );
}

const inputOf = ({ id, operation }: Props['slot'], fields: Partial<Fields>, version: number) => ({
  id,
  subsidiary_id: operation,
  name: fields.name,
  from: fields.fromHour,
  to: fields.toHour,
  enabled: fields.enabled,
  ...(id === null ? {} : { version }),
});

/** What the change does to the visits that stand in the slot. */
const effectsOf = (fields: Fields, changes: Partial<Fields>): string[] => [
  ...(changes.fromHour === undefined && changes.toHour === undefined
    ? []
    : [words.affectsHours(formatHours(fields))]),
  ...(changes.enabled === false ? [words.affectsDisabled] : []),
];
