import { Alert, Button, Group, Stack, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { SettingSlot } from '../../../db/reads/settings/settings.ts';
import { newSlot } from '../../../machines/calendar/slots.ts';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import styles from '../../setup/setup.module.css';
import { Empty } from '../../ui/content/error-page.tsx';
import { slotEditorWords as slotEditor } from '../../words/setup/slot-editor-words.ts';
import { added } from './opened.ts';
import type { BusiestDay } from './slot-input.ts';
import { SlotPanel } from './slot-panel.tsx';
import { SlotTable, sectionId } from './slot-table.tsx';

type Props = {
  operation: {
    code: string;
    name: string;
    version: number;
    slots: SettingSlot[];
    openVisits: Record<number, number>;
    busiest: Record<number, BusiestDay>;
  };
  history: WiredSettingEvent[];
  /** The slot whose panel is open, of this operation or of another. */
  opened: string | null;
  /** What was open here is not there any more. */
  gone: boolean;
  open: (slot: string | null) => void;
  reload: () => void;
};

/** An operation with its slots and the action that adds one. */
export function OperationSlots({ operation, history, opened, gone, open, reload }: Props) {
  const { code, name, slots, openVisits } = operation;
  const isNew = opened === added(code);
  const add = useRef<HTMLButtonElement>(null);
  const noteFocus = useFocusOfDeleted(slots, add);
  const panel = (slot: SettingSlot | null) => (
    <OpenedPanel
      operation={operation}
      slot={slot}
      history={history}
      reload={reload}
      close={() => open(null)}
    />
  );
  return (
    <section aria-labelledby={sectionId(code)} data-operation={code} onFocus={noteFocus}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={sectionId(code)} tabIndex={-1} className={styles.reached}>
          {name}
        </Title>
        {gone && (
          <Alert color="orange" variant="light" role="alert" withCloseButton onClose={() => open(null)}>
            {slotEditor.gone}
          </Alert>
        )}
        {slots.length === 0 && !isNew ? (
          <Empty title={slotEditor.empty} hint={slotEditor.emptyHint} />
        ) : (
          <SlotTable
            code={code}
            slots={slots}
            opened={opened}
            open={open}
            openVisits={openVisits}
            panel={panel}
            last={
              isNew && (
                <tr data-open>
                  <td colSpan={7}>{panel(null)}</td>
                </tr>
              )
            }
          />
        )}
        <Group>
          <Button
            ref={add}
            leftSection={<IconPlus size={16} aria-hidden />}
            variant={slots.length === 0 ? 'filled' : 'default'}
            className={styles.add}
            onClick={() => open(added(code))}
          >
            {slotEditor.add(name)}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

type PanelProps = Pick<Props, 'operation' | 'history' | 'reload'> & {
  /** Null: the one that does not exist yet. */
  slot: SettingSlot | null;
  close: () => void;
};

function OpenedPanel({ operation, slot, history, reload, close }: PanelProps) {
  const { code, version, openVisits, busiest } = operation;
  return (
    <SlotPanel
      key={`${code}.${slot?.id ?? 'new'}`}
      slot={slot ?? { id: null, operation: code, version: null, ...newSlot }}
      busiest={slot ? busiest[slot.id] : undefined}
      days={slot?.capacityOfDays ?? {}}
      openVisits={slot ? (openVisits[slot.id] ?? 0) : 0}
      history={history}
      seen={version}
      reload={reload}
      close={close}
    />
  );
}

/** The slot in which the focus was is deleted, and its row goes: the focus goes on to what stands after the rows. */
function useFocusOfDeleted(slots: SettingSlot[], next: React.RefObject<HTMLButtonElement>) {
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const id = focused.current;
    if (id === null || slots.some((slot) => String(slot.id) === id)) return;
    focused.current = null;
    if (document.activeElement === document.body || document.activeElement === null) next.current?.focus();
  }, [slots, next]);
  return ({ target }: React.FocusEvent) => {
    focused.current = target.closest<HTMLElement>('[data-of-slot]')?.dataset.ofSlot ?? null;
  };
}
