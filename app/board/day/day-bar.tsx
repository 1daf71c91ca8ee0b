import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import type { BoardNames } from '../../../db/reads/settings/operation.ts';
import { addDays, formatDay, weekdayName } from '../../../machines/calendar/slots.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { filterWords } from '../../words/board/filter-words.ts';
import boardStyles from '../board.module.css';
import { BoardFilters } from '../filters/board-filters.tsx';
import type { VisitFilter } from '../filters/visit-filter.ts';
import { useAddress } from '../use-address.ts';
import styles from './day.module.css';
import type { DayParams } from './day-params.ts';
import { useDayDrop } from './use-day-drop.ts';
import { useTurnDay } from './use-day-keys.ts';

const DayPicker = lazyPart(async () => ({
  default: (await import('../../ui/mantine/date-pickers.tsx')).DayPicker,
}));

type Props = {
  params: DayParams;
  today: string;
  filter: VisitFilter;
  names: BoardNames;
  technicians: readonly { id: number; name: string }[];
  /** Visits were dropped on another day. */
  dropOn: (data: Record<string | symbol, unknown>, day: string) => void;
};

/** Which day is shown, and what of it. The days before and after take visits that are dropped on them. */
export function DayBar({ params, filter, today, names, technicians, dropOn }: Props) {
  const { set } = useAddress();
  const turn = useTurnDay(today);
  const { day } = params;
  const go = (next: string) => set({ dia: next === today ? null : next, visita: null });
  return (
    <div className={styles.dayBar}>
      <div className={boardStyles.week}>
        <DayButton label={words.previous} go={() => turn(-1)} day={addDays(day, -1)} dropOn={dropOn}>
          <IconChevronLeft size={16} aria-hidden />
        </DayButton>
        <ReasonedButton
          size="xs"
          variant="default"
          why={day === today ? words.isToday : null}
          onClick={() => set({ dia: null, visita: null })}
        >
          {words.today}
        </ReasonedButton>
        <DayButton label={words.next} go={() => turn(1)} day={addDays(day, 1)} dropOn={dropOn}>
          <IconChevronRight size={16} aria-hidden />
        </DayButton>
        <JumpToDay day={day} go={go} />
      </div>
      <BoardFilters
        filter={filter}
        label={filterWords.search}
        technicians={technicians}
        kinds={names.orderTypes}
        symptoms={names.symptoms}
        rows={{ byZone: params.byZone, order: params.order }}
      />
    </div>
  );
}

function DayButton(props: {
  label: string;
  go: () => void;
  day: string;
  dropOn: Props['dropOn'];
  children: React.ReactNode;
}) {
  const { label, go, day, dropOn, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  useDayDrop(button, day, dropOn);
  return (
    <Tooltip label={label}>
      <ActionIcon ref={button} variant="default" size={30} aria-label={label} onClick={go}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function JumpToDay({ day, go }: { day: string; go: (day: string) => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconCalendar size={16} aria-hidden />}
          title={words.chooseDay}
          onClick={() => setOpened(!opened)}
        >
          <span className="visually-hidden">{words.chooseDay}: </span>
          {weekdayName(day)} {formatDay(day).slice(0, 5)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.chooseDay}>
        <Suspense fallback={<div className={boardStyles.picker} />}>
          <DayPicker
            aria-label={words.chooseDay}
            value={day}
            defaultDate={day}
            highlightToday
            onChange={(chosen) => {
              setOpened(false);
              if (chosen) go(chosen);
            }}
            className={boardStyles.picker}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
