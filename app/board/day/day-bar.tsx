import { ActionIcon, Button, Popover, TextInput, Tooltip } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { addDays, formatDay, weekdayName } from '../../../machines/calendar/slots.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import boardStyles from '../board.module.css';
import { useAddress } from '../use-address.ts';
import styles from './day.module.css';
import { DayFilters } from './day-filters.tsx';
import type { DayParams } from './day-params.ts';
import { useDayDrop } from './use-day-drop.ts';
import { useTurnDay } from './use-day-keys.ts';

const DayPicker = lazyPart(async () => ({
  default: (await import('../../ui/mantine/date-pickers.tsx')).DayPicker,
}));

type Props = {
  params: DayParams;
  today: string;
  kinds: readonly { value: number; text: string }[];
  technicians: readonly { id: number; name: string }[];
  /** Visits were dropped on another day. */
  dropOn: (data: Record<string | symbol, unknown>, day: string) => void;
};

/** Which day is shown, and what of it. The days before and after take visits that are dropped on them. */
export function DayBar({ params, today, kinds, technicians, dropOn }: Props) {
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
      <DaySearch value={params.search} />
      <DayFilters params={params} kinds={kinds} technicians={technicians} />
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

/** As it is typed; in the address once a pause says that it is meant. */
function DaySearch({ value }: { value: string }) {
  const { set } = useAddress();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => set({ buscar: typed.trim() || null }), 200);
    return () => clearTimeout(timer);
  }, [typed, value, set]);
  return (
    <TextInput
      size="xs"
      type="search"
      className={styles.search}
      aria-label={words.search}
      placeholder={words.searchHint}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
