import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { SettingSlot } from '../../../db/reads/settings/settings.ts';
import styles from '../../setup/setup.module.css';
import { slotEditorWords as slotEditor } from '../../words/setup/slot-editor-words.ts';

/** What the index and the address reach an operation by. */
export const sectionId = (code: string): string => `op-${code}`;

type Props = {
  code: string;
  slots: SettingSlot[];
  opened: string | null;
  open: (slot: string | null) => void;
  openVisits: Record<number, number>;
  panel: (slot: SettingSlot | null) => ReactNode;
  /** The row of the slot that does not exist yet. */
  last: ReactNode;
};

/** The slots of an operation, a row each; the one that is open has its panel below it. */
export function SlotTable(props: Props) {
  const { code, slots, opened, open, openVisits, panel, last } = props;
  return (
    <table className={`${styles.table} ${styles.slots}`} aria-labelledby={sectionId(code)}>
      <thead>
        <tr>
          <th scope="col">{slotEditor.name}</th>
          <th scope="col">{slotEditor.from}</th>
          <th scope="col">{slotEditor.to}</th>
          <th scope="col">{slotEditor.enabled}</th>
          <th scope="col" className={styles.wide}>
            {slotEditor.capacity}
          </th>
          <th scope="col" className={styles.wide}>
            {slotEditor.visits}
          </th>
          <th scope="col">
            <span className="visually-hidden">{slotEditor.edit('')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => {
          const isOpen = opened === String(slot.id);
          return (
            <Fragment key={slot.id}>
              <SlotRow
                code={code}
                slot={slot}
                isOpen={isOpen}
                visits={openVisits[slot.id] ?? 0}
                turn={() => open(isOpen ? null : String(slot.id))}
              />
              {isOpen && (
                <tr data-open data-of-slot={slot.id}>
                  <td colSpan={7}>{panel(slot)}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
        {last}
      </tbody>
    </table>
  );
}

type RowProps = {
  code: string;
  slot: SettingSlot;
  isOpen: boolean;
  /** How many open visits stand in the slot. */
  visits: number;
  /** Opens the slot's panel, or closes it. */
  turn: () => void;
};

const SlotRow = ({ code, slot, isOpen, visits, turn }: RowProps) => (
  <tr
    data-slot-id={slot.id}
    data-of-slot={slot.id}
    data-open={isOpen || undefined}
    className={slot.enabled ? '' : styles.off}
  >
    <td>{slot.name}</td>
    <td>{slotEditor.hour(slot.fromHour)}</td>
    <td>{slotEditor.hour(slot.toHour)}</td>
    <td>{slot.enabled ? slotEditor.yes : slotEditor.no}</td>
    <td className={styles.wide}>{capacityText(slot)}</td>
    <td className={styles.wide}>{visits}</td>
    <td>
      <Button
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        aria-label={slotEditor.edit(slot.name)}
        aria-describedby={sectionId(code)}
        onClick={turn}
      >
        {slotEditor.editShort}
      </Button>
    </td>
  </tr>
);

const capacityText = ({ capacity, capacityByWeekday }: SettingSlot): string => {
  const usual = capacity === null ? slotEditor.anyCapacity : String(capacity);
  return capacityByWeekday ? slotEditor.byWeekday(usual) : usual;
};
