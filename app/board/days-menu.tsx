import { Button, Popover, Stack } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { addDays, formatDay, mondayOf } from '../../machines/calendar/slots.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { PlainChoice } from '../ui/plain/plain-choice.tsx';
import { boardWords } from '../words/board.ts';
import styles from './board.module.css';
import { type BoardParams, readBoardParams } from './board-params.ts';

const DayPicker = lazyPart(async () => ({ default: (await import('../ui/date-pickers.tsx')).DayPicker }));

type Props = {
  params: BoardParams;
  today: string;
  set: (changes: Record<string, string | null>) => void;
};

/** Which days are shown; opened, any other: a jump to a date, Monday to Sunday or seven from a day on. */
export function DaysMenu({ params, today, set }: Props) {
  const { week, rolling } = params;
  const [opened, setOpened] = useState(false);
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
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          className={styles.weekDates}
          leftSection={<IconCalendar size={16} aria-hidden />}
          title={boardWords.chooseDays}
          onClick={() => setOpened(!opened)}
        >
          <span className="visually-hidden">{boardWords.chooseDays}: </span>
          {formatDay(week).slice(0, 5)} – {formatDay(last).slice(0, 5)}
          <span className={styles.year}>{formatDay(last).slice(5)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={boardWords.chooseDays}>
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
          <Suspense fallback={<div className={styles.picker} />}>
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
                setOpened(false);
                if (day) choose(day, shownNow().rolling);
              }}
              getDayProps={(day) => ({ 'data-shown': (day >= week && day <= last) || undefined })}
              className={styles.picker}
            />
          </Suspense>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
