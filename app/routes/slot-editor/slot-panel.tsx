import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { editSlotInput } from '../../../db/commands/settings/edit-slot-input.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { unsavedQuestion, useScreenForm } from '../../forms/use-screen-form.ts';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import styles from '../../setup/setup.module.css';
import { usePanelFocus } from '../../setup/use-panel-focus.ts';
import { useRemoval } from '../../setup/use-removal.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { slotEditorWords as words } from '../../words/setup/slot-editor-words.ts';
import { HoursNotNotified, offerToNotify } from './notify-hours.tsx';
import { readOpened } from './opened.ts';
import { SlotDays } from './slot-days.tsx';
import { SlotFields } from './slot-fields.tsx';
import { type BusiestDay, type EditedSlot, effectsOf, type Fields, fieldsOf, inputOf } from './slot-input.ts';

type Props = {
  slot: EditedSlot;
  openVisits: number;
  busiest: BusiestDay | undefined;
  /** Its capacity on single days. */
  days: Record<string, number>;
  history: WiredSettingEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  reload: () => void;
  close: () => void;
};

const unconfirmed = unsavedQuestion(words.unconfirmed, words.unsaved);

/** The panel of a row: its fields, 'Guardar y cerrar', 'Eliminar' (S2 §2, §5, §8). */
export function SlotPanel(props: Props) {
  const { slot, openVisits, days, history, reload, close } = props;
  const { id } = slot;
  const isNew = id === null;
  const { form, askRemoval } = useSlotForm(props);
  const first = useRef<HTMLInputElement>(null);
  usePanelFocus(first);

  return (
    <CommandForm
      form={form}
      className={styles.panel}
      label={isNew ? words.newPanel : words.panel(slot.name)}
      changed={words.changed}
      changes={settingLines(
        history.filter(({ version, data }) => version > form.base.seen && data.slotId === id),
      )}
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
            onClick={isNew ? close : askRemoval}
          >
            {words.remove}
          </Button>
        </>
      }
    >
      {id !== null && (
        <HoursNotNotified slot={{ ...slot, id }} openVisits={openVisits} history={history} reload={reload} />
      )}
      <SlotFields form={form} first={first} />
      {id !== null && <SlotDays slotId={id} days={days} reload={reload} />}
    </CommandForm>
  );
}

/** The form over a slot's fields, and the question before it is deleted; both close the panel once they are done. */
function useSlotForm({ slot, openVisits, busiest, seen, reload, close }: Props) {
  const { id, operation, version } = slot;
  const saved = fieldsOf(slot);
  const isNew = id === null;
  const leave = () => {
    form.pass();
    close();
  };
  const form = useScreenForm<Fields>({
    command: 'editSlot',
    schema: editSlotInput,
    saved,
    version,
    seen,
    names: { fromHour: 'from', toHour: 'to', weekdays: 'capacity_by_weekday' },
    // Of a slot that exists, only what was changed, so that the rest stays as others left it.
    input: ({ fields, changes }, on) => inputOf(slot, isNew ? fields : changes, on),
    checked: ({ fields }, on) => inputOf(slot, fields, on),
    conflict: 'slot-changed',
    confirm: (go, { fields, changes }, { again }) => {
      const effects = effectsOf(fields, changes, busiest);
      if (again || openVisits === 0 || effects.length === 0) return go();
      const text = [words.affects(openVisits), ...effects];
      const { affectsTitle: title, save } = words;
      confirm({ title, text, confirm: save, cancel: setupWords.back, harmless: true }, go);
    },
    unchanged: close,
    failed: (text, named, { status }) => (named ? null : status === 0 ? words.failed(text) : text),
    announce: isNew ? words.added : words.edited,
    done: ({ open_visits }, { fields }) => {
      leave();
      if (isNew) reload();
      if (id !== null && Number(open_visits) > 0) offerToNotify(id, fields, Number(open_visits), reload);
    },
    unsaved: unconfirmed,
    asksWhenNew: true,
    // Another slot and another screen leave this panel; another operation, which stands beside it, does not.
    ask: (from, to) =>
      from.pathname === to.pathname && readOpened(from.search).opened === readOpened(to.search).opened
        ? null
        : unconfirmed,
    reload,
  });
  const askRemoval = useRemoval({
    ...{ form, words, reload, command: 'deleteSlot', conflict: 'slot-changed' },
    input: () => ({ timestripe_id: id, subsidiary_id: operation, version: form.base.version }),
    effects: () => [
      words.removeText(slot.name),
      ...(openVisits > 0 ? [words.removePending(openVisits)] : []),
    ],
    removed: () => {
      leave();
      reload();
    },
  });
  return { form, askRemoval };
}
