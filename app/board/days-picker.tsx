import { Stack } from '@mantine/core';
import { addDays, mondayOf } from '../../machines/calendar/slots.ts';
import { DroppedDialog } from '../ui/content/dropped.tsx';
import { DayPicker } from '../ui/mantine/date-pickers.tsx';
import type { DropProps } from '../ui/plain/drop-button.tsx';
import { PlainChoice } from '../ui/plain/plain-choice.tsx';
import { boardWords } from '../words/board/board-words.ts';
import styles from './board.module.css';
import { type BoardParams, readBoardParams } from './board-params.ts';

export type DaysProps = {
  params: BoardParams;
  today: string;
  set: (changes: Record<string, string | null>) => void;
};

/** Any other days: a jump to a date, Monday to Sunday or seven from a day on. */
export function DaysPicker({ params, today, set, ...drop }: DaysProps & DropProps) {
  const { week, rolling } = params;
  const last = addDays(week, 6);
  // As the address says it: a second press may come before the first one is drawn.
  const shownNow = () => readBoardParams(window.location.search, today);
  // Today's days have no date in the address: a link to them shows tomorrow's tomorrow.
  const from = (day: string, rolls: boolean) => {
    const first = rolls ? day : mondayOf(day);
    return first === (rolls ? today : mondayOf(today)) ? null : first;
  };
  const choose = (day: string, rolls: boolean) =>
    set({ semana: from(day, rolls), dias: rolls ? 'corridos' : null, visita: null });
  const turn = (rolls: boolean) => {
    const first = shownNow().week;
    choose(first <= today && today <= addDays(first, 6) ? today : first, rolls);
  };
  return (
    <DroppedDialog {...drop}>
      <Stack gap="sm">
        <PlainChoice
          size="small"
          wide
          label={boardWords.chooseDays}
          value={rolling ? 'rolling' : 'week'}
          choose={(value) => turn(value === 'rolling')}
          choices={[
            { value: 'week', text: boardWords.byWeek },
            { value: 'rolling', text: boardWords.rolling },
          ]}
        />
        <DayPicker
          // Other days begin it anew: it opens at the month that is shown.
          key={week}
          aria-label={boardWords.jumpTo}
          value={week}
          defaultDate={week}
          highlightToday
          hideOutsideDates
          ariaLabels={{ previousMonth: boardWords.previousMonth, nextMonth: boardWords.nextMonth }}
          onChange={(day) => {
            drop.close();
            if (day) choose(day, shownNow().rolling);
          }}
          getDayProps={(day) => ({ 'data-shown': (day >= week && day <= last) || undefined })}
          className={styles.picker}
        />
      </Stack>
    </DroppedDialog>
  );
}
