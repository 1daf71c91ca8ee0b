import type { CSSProperties } from 'react';
import type { Slot } from '../../db/reads/settings/operation.ts';
import type { WeekState } from '../data/week-view.ts';
import { wallWords as words } from '../words/board/wall-words.ts';
import styles from './wall.module.css';
import { slotCounts, slotLines, slotsInRoom } from './wall-rows.ts';

type Props = { cells: WeekState['cells']; slots: readonly Slot[]; day: string; now: Date };

/** So many rows have room on a screen of 16:9. */
const room = 8;

/** The day slot by slot: what is to do, on the way, late, without a technician and done. */
export function SlotTable({ cells, slots, day, now }: Props) {
  const { shown, left } = slotsInRoom(slotLines(cells, slots, day, now), room);
  return (
    <section className={styles.part}>
      <table
        className={styles.table}
        style={{ '--rows': shown.length + (left > 0 ? 1 : 0) } as CSSProperties}
      >
        <caption className="visually-hidden">{words.slots}</caption>
        <thead>
          <tr>
            <th scope="col">{words.slot}</th>
            {slotCounts.map((name) => (
              <th key={name} scope="col">
                {words.columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, state, counts }) => (
            <tr key={id} data-state={state}>
              <th scope="row">
                <span className={styles.slot}>
                  <span className={styles.slotName}>{name}</span>
                  {state === 'now' && <span className={styles.now}>{words.now}</span>}
                </span>
              </th>
              {slotCounts.map((count) => (
                <td key={count} data-count={count} data-none={counts[count] === 0 || undefined}>
                  {counts[count]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className={styles.more}>{words.moreSlots(left)}</p>}
    </section>
  );
}
