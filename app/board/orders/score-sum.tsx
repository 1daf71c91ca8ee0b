import { Tooltip } from '@mantine/core';
import { boardWords } from '../../words/board/board-words.ts';
import styles from '../board.module.css';

/** What an order's score is made of, a part a line, beside its card. */
export function ScoreSum({ parts, card }: { parts: readonly string[]; card: HTMLElement }) {
  const label = (
    <>
      <b>{boardWords.scoreSum}</b>
      <ul className={styles.scoreParts}>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </>
  );
  return <Tooltip target={card} opened position="right" label={label} />;
}
