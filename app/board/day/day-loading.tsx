import { loadingWords } from '../../words/shell/shell-words.ts';
import styles from './day.module.css';

const rows = Array.from({ length: 8 }, (_, row) => row);

/** What stands in for the rows until they are there. */
export const DayLoading = () => (
  <div className={styles.scroller}>
    <p role="status" className="visually-hidden">
      {loadingWords.calendar}
    </p>
    {rows.map((row) => (
      <div key={row} className={styles.bone} />
    ))}
  </div>
);
