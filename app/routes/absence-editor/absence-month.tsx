import { ActionIcon, Group, Text, Title } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ListedAbsence } from '../../../db/reads/people/crew.ts';
import { addMonths, daysOfMonth, monthInWords, monthOf } from '../../../machines/calendar/month.ts';
import { formatDay, weekdayName } from '../../../machines/calendar/slots.ts';
import { useAddress } from '../../board/use-address.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { absenceWords as words } from '../../words/board/crew-words.ts';
import styles from './absence.module.css';
import { rowsOf, type Segment } from './month-rows.ts';

type Props = {
  absences: ListedAbsence[];
  /** How many the operation has. */
  technicians: number;
  month: string;
  today: string;
  /** The absence whose form is open. */
  opened: number | null;
  turn: (month: string) => void;
};

/** Who does not work on which day of a month: a row for each technician with an absence, and how many miss each day. */
export function AbsenceMonth({ absences, technicians, month, today, opened, turn }: Props) {
  const days = daysOfMonth(month);
  const rows = rowsOf(absences, days);
  const now = monthOf(today);
  const strip = useRef<HTMLElement>(null);
  useShownDay(strip, month);
  return (
    <div className={styles.month}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5" id="month" aria-live="polite">
          {words.monthOf(monthInWords(month))}
        </Title>
        <MonthTurns month={month} now={now} turn={turn} />
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noneInMonth}
        </Text>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard. */}
          <section ref={strip} className={styles.scrolled} tabIndex={0} aria-labelledby="month">
            <AbsenceTable rows={rows} days={days} opened={opened} today={today} />
          </section>
          <Group gap="md" mt={4} justify="space-between">
            <Text size="xs" c="dimmed">
              {technicians > rows.length && words.othersWork(technicians - rows.length)}
            </Text>
            <Group gap="md" className={styles.legend} aria-hidden>
              <span>
                <i className={styles.whole} /> {words.wholeDay}
              </span>
              <span>
                <i className={styles.some} /> {words.someSlots}
              </span>
            </Group>
          </Group>
        </>
      )}
    </div>
  );
}

function MonthTurns({ month, now, turn }: Pick<Props, 'month' | 'turn'> & { now: string }) {
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size="input-xs"
        aria-label={words.before}
        onClick={() => turn(addMonths(month, -1))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ReasonedButton
        size="xs"
        variant="default"
        why={month === now ? words.alreadyNow : null}
        onClick={() => turn(now)}
      >
        {words.now}
      </ReasonedButton>
      <ActionIcon
        variant="default"
        size="input-xs"
        aria-label={words.after}
        onClick={() => turn(addMonths(month, 1))}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

type TableProps = Pick<Props, 'opened' | 'today'> & { rows: ReturnType<typeof rowsOf>; days: string[] };

const AbsenceTable = ({ rows, days, opened, today }: TableProps) => (
  <table className={styles.strip}>
    <thead>
      <tr>
        <th scope="col">{words.technicianColumn}</th>
        {days.map((day) => (
          <DayHead key={day} day={day} today={today} />
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ technicianId, name, segments }) => (
        <tr key={technicianId} data-technician-id={technicianId}>
          <th scope="row">{name}</th>
          {segments.map((segment) => (
            <Days key={segment.from} segment={segment} name={name} opened={opened} today={today} />
          ))}
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{words.absentees}</th>
        {days.map((day) => {
          const count = rows.filter(({ absent }) => absent.has(day)).length;
          return <td key={day}>{count > 0 && count}</td>;
        })}
      </tr>
    </tfoot>
  </table>
);

/** Where the days do not fit, a month begins two days before today, or before an absence. */
function useShownDay(strip: RefObject<HTMLElement>, month: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another month is shown from where it matters, too.
  useEffect(() => {
    const scrolled = strip.current;
    if (!scrolled) return;
    const day = scrolled.querySelector<HTMLElement>('thead th + th')?.offsetWidth ?? 0;
    const first =
      scrolled.querySelector<HTMLElement>('thead [data-today]') ??
      scrolled.querySelector<HTMLElement>('td:has(a)');
    const names = scrolled.querySelector<HTMLElement>('thead th')?.offsetWidth ?? 0;
    scrolled.scrollLeft = first ? first.offsetLeft - names - 2 * day : 0;
  }, [strip, month]);
}

const isWeekend = (day: string) => ['Sábado', 'Domingo'].includes(weekdayName(day));

function DayHead({ day, today }: { day: string; today: string }) {
  return (
    <th
      scope="col"
      className={styles.day}
      data-weekend={isWeekend(day) || undefined}
      data-today={day === today || undefined}
    >
      <abbr title={weekdayName(day)}>{weekdayName(day)[0]}</abbr>
      {Number(day.slice(8))}
      {day === today && <span className="visually-hidden"> ({words.today})</span>}
    </th>
  );
}

type DaysProps = { segment: Segment; name: string; opened: number | null; today: string };

/** Days without an absence, or those of one, which lead to its form. */
function Days({ segment: { from, to, length, absence }, name, opened, today }: DaysProps) {
  const { search } = useAddress();
  if (!absence)
    return (
      <td
        data-weekend={isWeekend(from) || undefined}
        data-today={from === today || undefined}
        colSpan={length}
      />
    );
  const params = new URLSearchParams(search);
  params.set('ausencia', String(absence.id));
  const whole = absence.slotIds.length === 0;
  const what = [whole ? words.wholeDay : words.someSlots, absence.reason].filter(Boolean).join(', ');
  return (
    <td colSpan={length} className={styles.bar}>
      <Link
        to={`?${params}`}
        preventScrollReset
        className={whole ? styles.whole : styles.some}
        aria-label={words.bar(name, words.days(formatDay(from), formatDay(to)), what)}
        aria-current={absence.id === opened ? 'true' : undefined}
        title={what}
      >
        <span aria-hidden>{length > 2 ? absence.reason : ''}</span>
      </Link>
    </td>
  );
}
