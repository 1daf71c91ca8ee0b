import { useViewer } from '../routes/signed-in/screen.ts';
import { boardWords } from '../words/board/board-words.ts';
import { listInWords } from '../words/list-in-words.ts';
import styles from './board.module.css';

/** The day by technician has room for the main operation alone, and says so. */
export function DayOfOne({ main, others }: { main: string; others: readonly { operation: string }[] }) {
  const { operationNames } = useViewer();
  const names = others.map(({ operation }) => operationNames[operation] ?? operation);
  return (
    <p role="status" className={styles.dayOfOne}>
      {boardWords.dayOfOne(operationNames[main] ?? main, listInWords(names))}
    </p>
  );
}
