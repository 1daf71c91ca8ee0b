import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Operation } from '../../db/reads/settings/operation.ts';
import { monthInWords } from '../../machines/calendar/month.ts';
import { isChart } from '../../machines/charts/report-chart.ts';
import { monthBefore } from '../../machines/report/compare.ts';
import { isCounting, subjectOf } from '../../machines/report/counted-visits.ts';
import { cellText } from '../../machines/report/report-cells.ts';
import {
  type Column,
  type ReportName,
  type ReportRow,
  reports,
  shownRows,
} from '../../machines/report/reports.ts';
import { boardOf } from '../board/board-of.ts';
import { useAddress } from '../board/use-address.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { Empty } from '../ui/error-page.tsx';
import { reportsWords } from '../words/reports.ts';
import { numberQuery, queryOf, type ReportAddress, readAddress } from './report-address.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFailed } from './report-failed.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { useRemovals } from './use-removals.ts';
import { useReport } from './use-report.ts';
import { VisitsBehind } from './visits-behind.tsx';

const t = reportsWords;

/** A report with its form, its rows, its chart where it has one, and the ways to take it along. */
export function MonthlyReport(props: { name: ReportName; operations: Operation[]; today: string }) {
  const { name, operations, today } = props;
  const { search, set, shut } = useAddress();
  const viewer = useViewer();
  const codes = operations.map(({ code }) => code);
  const address = readAddress(name, new URLSearchParams(search), { operations: codes, today });
  const query = queryOf(name, address);
  const { shown, ask, refresh } = useReport(name, query);
  const outdated = useRemovals(name === 'unclosed' ? address.operation : null, shown, refresh);
  const rows = useMemo(
    () => (shown.state === 'shown' ? shownRows(name, shown.rows as never) : []),
    [name, shown],
  );
  // The month before is asked for once this one is there: no reader waits for it.
  const month = monthBefore(name, address.month);
  const earlier = useReport(
    name,
    month && shown.state === 'shown' ? queryOf(name, { ...address, month }) : null,
  ).shown;
  const before = useMemo(
    () =>
      month && earlier.state === 'shown'
        ? { rows: shownRows(name, earlier.rows as never), month: monthInWords(month) }
        : null,
    [name, month, earlier],
  );
  const { asks } = reports[name];
  const operation = operations.find(({ code }) => code === address.operation);
  const about = [
    asks.startsWith('month') && monthInWords(address.month),
    asks === 'timeframe' && t.timeframes[address.timeframe],
    asks !== 'month' && (operation?.name ?? t.allOperations),
  ].filter(Boolean);
  return (
    <Stack gap="md">
      {t.subtitles[name] && (
        <Text size="sm" c="dimmed">
          {t.subtitles[name]}
        </Text>
      )}
      <ReportForm
        name={name}
        address={address}
        operations={operations}
        today={today}
        busy={shown.state === 'loading' && shown.progress === null}
        ask={(asked) => {
          const change = {
            mes: asks.startsWith('month') ? asked.month.slice(0, 7) : null,
            op: asks === 'month' ? null : asked.operation,
            plazo: asks === 'timeframe' ? asked.timeframe : null,
          };
          const same = query === queryOf(name, { ...address, ...asked });
          if (same) ask();
          else set(change, { step: true });
        }}
      />
      <p role="status" className="visually-hidden">
        {shown.state === 'loading' ? t.loading : shown.state === 'shown' ? t.rows(rows.length) : ''}
      </p>
      {shown.state === 'loading' && <ReportLoading name={name} progress={shown.progress} />}
      {shown.state === 'error' && <ReportFailed name={name} text={shown.text} retry={ask} />}
      {outdated && (
        <Alert color="orange" variant="light" role="alert">
          {t.removalFailed}
        </Alert>
      )}
      {shown.state === 'shown' && rows.length === 0 && (
        <Empty
          title={asks === 'timeframe' ? t.emptyTimeframe : t.empty}
          hint={asks === 'timeframe' ? t.emptyTimeframeHint : t.emptyHint}
        />
      )}
      {shown.state === 'shown' && rows.length > 0 && (
        <>
          <Group gap="xs" className={styles.about}>
            <Text size="sm" fw={600}>
              {about.join(' · ')}
            </Text>
            <Text size="sm" c="dimmed">
              {t.rows(rows.length)}
              {before && !isCounting(name) && ` · ${t.rowsBefore(before.rows.length, before.month)}`}
              {before && isCounting(name) && ` · ${t.before(before.month)}`}
            </Text>
            <Takeaway name={name} query={query} />
          </Group>
          {isChart(name) && (
            <ReportChart
              name={name}
              rows={rows as ReportRow<typeof name>[]}
              month={address.month}
              operationName={operation?.name ?? ''}
            />
          )}
          <ReportTable
            name={name}
            rows={rows}
            before={before && isCounting(name) ? before.rows : null}
            board={boardOf(viewer)}
            search={search}
            sort={address.sort}
            setSort={(sort) =>
              set({ orden: sort ? `${sort.column}.${sort.descending ? 'desc' : 'asc'}` : null })
            }
          />
        </>
      )}
      <VisitsBehind
        title={numberTitle(name, address.number, rows)}
        query={address.number && numberQuery(name, address, address.number)}
        board={boardOf(viewer)}
        close={() => shut({ numero: null })}
      />
    </Stack>
  );
}

/** 'Finalizadas · 03/11/2026'; the row is named once the report is there. */
function numberTitle(name: ReportName, number: ReportAddress['number'], rows: ReportRow[]): string {
  if (!number || !isCounting(name)) return '';
  const [first, ...rest] = reports[name].columns as Column<ReportRow>[];
  const header = rest.find(({ key }) => key === number.column)?.header ?? '';
  if (number.subject === null) return t.behind.title(header, t.behind.all);
  const row = rows.find((one) => subjectOf(name, one as never) === number.subject);
  return row ? t.behind.title(header, cellText(first as never, row as never)) : header;
}

/** CSV and XLSX by links, which the browser saves; paper by the browser's own print. */
function Takeaway({ name, query }: { name: ReportName; query: string }) {
  return (
    <Group gap="xs" className={styles.takeaway}>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={`/reports/download/${name}.${format}?${query}`}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={t.download(t[format])}
        >
          {t[format]}
        </Button>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={14} aria-hidden />}
        onClick={() => window.print()}
      >
        {t.print}
      </Button>
    </Group>
  );
}

/** What is to come, and how far it is once it turns out to take a moment. */
function ReportLoading({ name, progress }: { name: ReportName; progress: number | null }) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" aria-hidden>
        {progress === null ? t.loading : t.generating(progress)}
      </Text>
      {progress !== null && (
        <Progress.Root size="md">
          <Progress.Section
            // Something of it is seen from the start.
            value={Math.max(progress, 2)}
            withAria={false}
            role="progressbar"
            aria-label={t.loading}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={progress}
            aria-valuetext={`${progress} %`}
          />
        </Progress.Root>
      )}
      <Stack gap="xs" aria-hidden>
        {isChart(name) && <Skeleton h={280} radius="md" />}
        {Array.from({ length: 8 }, (_, index) => index).map((index) => (
          <Skeleton key={index} h={28} />
        ))}
      </Stack>
    </Stack>
  );
}
