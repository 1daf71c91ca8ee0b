import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Operation } from '../../db/reads/settings/operation.ts';
import { monthInWords } from '../../machines/calendar/month.ts';
import { isChart } from '../../machines/charts/report-chart.ts';
import { isByDay } from '../../machines/report/compare.ts';
import type { DrawnReport } from '../../machines/report/drawn-report.ts';
import { type ReportName, type ReportRow, reports } from '../../machines/report/reports.ts';
import { boardOf } from '../board/board-of.ts';
import { useAddress } from '../board/use-address.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { Empty } from '../ui/content/error-page.tsx';
import { reportsWords } from '../words/shell/reports-words.ts';
import { numberQuery, queryOf, type ReportAddress } from './report-address.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFailed } from './report-failed.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportSummary } from './report-summary.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { type MonthBefore, type MonthlyReportRead, useMonthlyReport } from './use-monthly-report.ts';
import { VisitsBehind } from './visits-behind.tsx';

const t = reportsWords;

/** A report with its form, its rows, its chart where it has one, and the ways to take it along. */
export function MonthlyReport(props: { name: ReportName; operations: Operation[]; today: string }) {
  const { name, operations, today } = props;
  const { set, shut } = useAddress();
  const board = boardOf(useViewer());
  const read = useMonthlyReport(name, operations, today);
  const { report, address, query, shown, ask, outdated, rows } = read;
  const { asks } = reports[name];
  return (
    <Stack gap="md">
      <Subtitle name={name} />
      <ReportForm
        name={name}
        address={address}
        operations={operations}
        today={today}
        busy={shown.state === 'loading' && shown.progress === null}
        ask={(filled) => {
          const change = {
            mes: asks.startsWith('month') ? filled.month.slice(0, 7) : null,
            op: asks === 'month' ? null : filled.operation,
            plazo: asks === 'timeframe' ? filled.timeframe : null,
          };
          const same = query === queryOf(name, { ...address, ...filled });
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
        <ReportShown read={read} operations={operations} board={board} today={today} />
      )}
      <VisitsBehind
        title={numberTitle(report, address.number, rows)}
        query={address.number && numberQuery(name, address, address.number)}
        board={board}
        close={() => shut({ numero: null })}
      />
    </Stack>
  );
}

/** What the report is of, where its title does not say it: the specification gives two reports one title. */
const Subtitle = ({ name }: { name: ReportName }) =>
  t.subtitles[name] && (
    <Text size="sm" c="dimmed">
      {t.ownTitles[name] && <strong className={styles.ownTitle}>{t.ownTitles[name]}</strong>}
      {t.subtitles[name]}
    </Text>
  );

/** The rows with what they are of, their chart where the report has one, and the table. */
function ReportShown(props: {
  read: MonthlyReportRead;
  operations: Operation[];
  board: string;
  today: string;
}) {
  const { read, operations, board, today } = props;
  const { report, address, query, rows, before } = read;
  const { name } = report;
  const { search, set } = useAddress();
  const beforeRows = before && report.counts ? before.rows : null;
  const byDay = isByDay(name);
  // Its room is there before it is: nothing moves as it comes.
  const beside = report.counts && (
    <Text size="sm" c="dimmed" className={styles.beside}>
      {before && (byDay ? t.besideDays : t.besideRows)(before.month)}
    </Text>
  );
  return (
    <>
      <About report={report} address={address} operations={operations} rows={rows} before={before}>
        <Takeaway name={name} query={query} />
      </About>
      {byDay && beside}
      <ReportSummary summary={report.summaryOf(rows, beforeRows, today)} />
      {isChart(name) && (
        <ReportChart
          name={name}
          rows={rows as ReportRow<typeof name>[]}
          month={address.month}
          operationName={operations.find(({ code }) => code === address.operation)?.name ?? ''}
        />
      )}
      {!byDay && beside}
      <ReportTable
        name={name}
        rows={rows}
        before={beforeRows}
        month={address.month}
        today={today}
        board={board}
        search={search}
        sort={address.sort}
        setSort={(sort) => set({ orden: sort ? `${sort.column}.${sort.descending ? 'desc' : 'asc'}` : null })}
      />
    </>
  );
}

/** What the rows are of, how many they are, and how many there were the month before. */
function About(props: {
  report: DrawnReport;
  address: ReportAddress;
  operations: Operation[];
  rows: ReportRow[];
  before: MonthBefore | null;
  children: ReactNode;
}) {
  const { report, address, operations, rows, before, children } = props;
  const { asks } = reports[report.name];
  const operation = operations.find(({ code }) => code === address.operation);
  const about = [
    asks.startsWith('month') && monthInWords(address.month),
    asks === 'timeframe' && t.timeframes[address.timeframe],
    asks !== 'month' && (operation?.name ?? t.allOperations),
  ].filter(Boolean);
  return (
    <Group gap="xs" className={styles.about}>
      <Text size="sm" fw={600}>
        {about.join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t.rows(rows.length)}
        {before && !report.counts && ` · ${t.rowsBefore(before.rows.length, before.month)}`}
      </Text>
      {children}
    </Group>
  );
}

/** 'Finalizadas · 03/11/2026'; the row is named once the report is there. */
function numberTitle(report: DrawnReport, number: ReportAddress['number'], rows: ReportRow[]): string {
  if (!number || !report.counts) return '';
  const [first, ...rest] = report.columns;
  const header = rest.find(({ key }) => key === number.column)?.header ?? '';
  if (number.subject === null) return t.behind.title(header, t.behind.all);
  const row = rows.find((each) => report.subjectOf(each) === number.subject);
  return row ? t.behind.title(header, first!.text(row)) : header;
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
