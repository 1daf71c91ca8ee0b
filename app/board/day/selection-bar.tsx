import { Button, CloseButton } from '@mantine/core';
import { dayWords as words } from '../../words/board/day-words.ts';
import styles from './day.module.css';

type Props = {
  count: number;
  move: () => void;
  /** Null: the user may not. */
  reschedule: (() => void) | null;
  clear: () => void;
};

/** What can be done about the visits that are selected. */
export function SelectionBar({ count, move, reschedule, clear }: Props) {
  if (count === 0) return null;
  return (
    <section data-foot className={styles.selection} aria-label={words.selected(count)}>
      <strong role="status">{words.selected(count)}</strong>
      <Button size="xs" onClick={move}>
        {words.move}
      </Button>
      {reschedule && (
        <Button size="xs" variant="default" onClick={reschedule}>
          {words.otherDay}
        </Button>
      )}
      <CloseButton aria-label={words.selectNone} title={words.selectNone} onClick={clear} />
    </section>
  );
}
