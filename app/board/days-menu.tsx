import { IconCalendar } from '@tabler/icons-react';
import { addDays, formatDay } from '../../machines/calendar/slots.ts';
import { DropButton } from '../ui/plain/drop-button.tsx';
import { boardWords } from '../words/board/board-words.ts';
import styles from './board.module.css';
import type { DaysProps } from './days-picker.tsx';

const loadPicker = () => import('./days-picker.tsx').then(({ DaysPicker }) => DaysPicker);

/** Which days are shown; opened, any other. */
export function DaysMenu(props: DaysProps) {
  const { week } = props.params;
  const last = addDays(week, 6);
  return (
    <DropButton
      kind="dialog"
      label={boardWords.chooseDays}
      load={loadPicker}
      given={props}
      look="subtle"
      size="small"
      className={styles.weekDates}
      title={boardWords.chooseDays}
    >
      <IconCalendar size={16} aria-hidden />
      <span>
        <span className="visually-hidden">{boardWords.chooseDays}: </span>
        {formatDay(week).slice(0, 5)} – {formatDay(last).slice(0, 5)}
        <span className={styles.year}>{formatDay(last).slice(5)}</span>
      </span>
    </DropButton>
  );
}
