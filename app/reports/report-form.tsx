import { ActionIcon, Button, NativeSelect, Radio } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Operation } from '../../db/reads/settings/operation.ts';
import { addMonths, type Month, monthOf } from '../../machines/calendar/month.ts';
import { type ReportName, reports, type Timeframe, timeframes } from '../../machines/report/reports.ts';
import { ReasonedIcon } from '../ui/buttons/reasoned-icon.tsx';
import { MonthPickerInput } from '../ui/mantine/date-pickers.tsx';
import { reportsWords } from '../words/shell/reports-words.ts';
import { asksOne, type ReportAddress } from './report-address.ts';
import styles from './reports.module.css';

/** What a report is asked for. */
type Query = Pick<ReportAddress, 'month' | 'operation' | 'timeframe'>;
type Props = {
  name: ReportName;
  address: ReportAddress;
  operations: Operation[];
  today: string;
  busy: boolean;
  ask: (query: Query) => void;
};

const t = reportsWords;

/** What the report screens share (S2 §2): the month in Spanish, the operation, 'Actualizar'. */
export function ReportForm({ name, address, operations, today, busy, ask }: Props) {
  const [query, setQuery] = useShownQuery(address);
  const { asks } = reports[name];
  /** Each change is a question: the report follows what is filled in. */
  const change = (part: Partial<Query>) => {
    setQuery({ ...query, ...part });
    ask({ ...query, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(query);
  };
  return (
    <form onSubmit={submit} className={styles.form} aria-label={reports[name].title}>
      {asks.startsWith('month') && <MonthField month={query.month} last={monthOf(today)} change={change} />}
      {asks !== 'month' && (
        <NativeSelect
          label={t.operation}
          value={query.operation ?? ''}
          onChange={(event) => change({ operation: event.currentTarget.value || null })}
          data={[
            ...(asksOne(name) ? [] : [{ value: '', label: t.allOperations }]),
            ...operations.map(({ code, name: label }) => ({ value: code, label: `${label} (${code})` })),
          ]}
        />
      )}
      {asks === 'timeframe' && (
        <Radio.Group
          label={t.timeframe}
          value={query.timeframe}
          onChange={(value) => change({ timeframe: value as Timeframe })}
        >
          <div className={styles.radios}>
            {timeframes.map((timeframe) => (
              <Radio key={timeframe} value={timeframe} label={t.timeframes[timeframe]} />
            ))}
          </div>
        </Radio.Group>
      )}
      {/* The report follows what is filled in: this is only for reading it again. */}
      <Button
        type="submit"
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={busy}
        className={styles.update}
      >
        {t.update}
      </Button>
    </form>
  );
}

/** What is filled in. Back and forward turn the address: the form shows what the report below answers. */
function useShownQuery({ month, operation, timeframe }: ReportAddress) {
  const [query, setQuery] = useState<Query>({ month, operation, timeframe });
  useEffect(() => {
    const show = () => setQuery({ month, operation, timeframe });
    show();
    // A question that was taken back before its answer was drawn has never been the address here.
    addEventListener('popstate', show);
    return () => removeEventListener('popstate', show);
  }, [month, operation, timeframe]);
  return [query, setQuery] as const;
}

type MonthProps = { month: Month; last: Month; change: (part: { month: Month }) => void };

const MonthField = ({ month, last, change }: MonthProps) => (
  <div className={styles.month}>
    <MonthPickerInput
      label={t.period}
      value={month}
      onChange={(chosen) => chosen && change({ month: monthOf(String(chosen)) })}
      maxDate={last}
      valueFormat="MMMM [de] YYYY"
      popoverProps={{ withinPortal: true }}
      className={styles.picker}
    />
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t.previousMonth}
      onClick={() => change({ month: addMonths(month, -1) })}
    >
      <IconChevronLeft size={18} aria-hidden />
    </ActionIcon>
    <ReasonedIcon
      variant="default"
      size={36}
      label={t.nextMonth}
      why={month >= last ? t.lastMonth : null}
      onClick={() => change({ month: addMonths(month, 1) })}
    >
      <IconChevronRight size={18} aria-hidden />
    </ReasonedIcon>
  </div>
);
