import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { getCoreRowModel, getSortedRowModel, type SortingState, useReactTable } from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Month } from '../../machines/calendar/month.ts';
import { trendBeside } from '../../machines/report/compare.ts';
import { type DrawnColumn, type DrawnReport, drawnReport } from '../../machines/report/drawn-report.ts';
import { shownText } from '../../machines/report/report-cells.ts';
import type { ReportName, ReportRow } from '../../machines/report/reports.ts';
import { reportsWords } from '../words/shell/reports-words.ts';
import { numberAddress, type ReportAddress } from './report-address.ts';
import styles from './reports.module.css';

/** More than a screen needs at once; the rest comes when it is asked for, and on paper. */
const firstRows = 300;

type Sort = ReportAddress['sort'];
type Props = {
  name: ReportName;
  rows: ReportRow[];
  /** Of the month before, where the report counts; null: not there, or not yet. */
  before: ReportRow[] | null;
  /** The month that the rows are of, and today. */
  month: Month;
  today: string;
  /** Where an order's or a client's dialog opens, and a visit's page leads back to. */
  board: string;
  sort: Sort;
  setSort: (sort: Sort) => void;
  /** The screen's own, beside which a number's visits open. */
  search: string;
};

/** What is compared by its size; the number of a visit is a name. */
const isNumber = ({ kind, isName }: DrawnColumn) =>
  ['integer', 'percent', 'minutes'].includes(kind) && !isName;

/** Columns whose numbers lead somewhere. */
const links = new Map<string, 'visit' | 'orden' | 'cliente'>([
  ['id', 'visit'],
  ['visitId', 'visit'],
  ['orderNumber', 'orden'],
  ['clientId', 'cliente'],
]);
const collator = new Intl.Collator('es-AR', { numeric: true, sensitivity: 'base' });

/** Smaller first, 'no value' last whatever the direction. */
function compare(a: unknown, b: unknown, descending: boolean): number {
  const [none, other] = [
    a === null || a === undefined || a === '',
    b === null || b === undefined || b === '',
  ];
  if (none || other) return none === other ? 0 : (none ? 1 : -1) * (descending ? -1 : 1);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  return collator.compare(String(a), String(b));
}

/** The report's rows; each column sorts, and what it sorts by stands in the address. */
export function ReportTable({ name, rows, before, month, today, board, sort, setSort, search }: Props) {
  const report = useMemo(() => drawnReport(name), [name]);
  const [all, setAll] = useState(false);
  // Paper takes them all, and at once: the browser does not wait for a later drawing.
  useEffect(() => {
    const print = () => flushSync(() => setAll(true));
    window.addEventListener('beforeprint', print);
    return () => window.removeEventListener('beforeprint', print);
  }, []);
  const sorted = useSorted(report, rows, sort);
  const shown = all ? sorted : sorted.slice(0, firstRows);
  const beforeOf = useBefore(report, before, { month, today });
  return (
    <>
      <SortSelect report={report} sort={sort} setSort={setSort} />
      {/* A table wider than the screen scrolls by itself, by keyboard too. As cards its elements have no roles of their own. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <section className={styles.scroll} tabIndex={0} aria-label={report.title}>
        <table className={styles.table} role="table">
          <Head report={report} sort={sort} setSort={setSort} />
          <tbody role="rowgroup">
            {shown.map(({ id, original }) => (
              <tr key={id} role="row" data-danger={isDanger(name, original) || undefined}>
                {report.columns.map((column) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-kind={column.kind}
                    data-label={column.header}
                    data-number={isNumber(column) || undefined}
                    {...beforeOf(column, original)}
                  >
                    <Cell report={report} column={column} row={original} board={board} search={search} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <Totals report={report} rows={rows} before={before} month={month} today={today} search={search} />
        </table>
      </section>
      {shown.length < sorted.length && (
        <Button variant="default" className={styles.more} onClick={() => setAll(true)}>
          {reportsWords.showAll(sorted.length)}
        </Button>
      )}
    </>
  );
}

function useSorted({ columns }: DrawnReport, rows: ReportRow[], sort: Sort) {
  const sorting: SortingState = sort ? [{ id: sort.column, desc: sort.descending }] : [];
  const table = useReactTable({
    data: rows,
    columns: useMemo(
      () =>
        columns.map(({ key, value }) => ({
          id: key,
          accessorFn: value,
          sortingFn: (
            a: { getValue(id: string): unknown },
            b: { getValue(id: string): unknown },
            id: string,
          ) => compare(a.getValue(id), b.getValue(id), sort?.descending ?? false),
        })),
      [columns, sort?.descending],
    ),
    state: { sorting },
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  return table.getRowModel().rows;
}

/** `data-before`: the month before's, as a cell writes it; `data-compared`: the same with how the cell stands beside it. */
type Before = { 'data-before'?: string; 'data-compared'?: string };

/** What stands below a cell: an arrow with its word, and what it was; where they cannot be compared, only what it was. */
function besideOf(
  report: DrawnReport,
  column: DrawnColumn,
  numbers: { now: unknown; before: unknown },
  at: { month: Month; today: string; subject: string | null },
): Before {
  const { now, before } = numbers;
  const text = shownText(column, before) || '–';
  const comparable = typeof now === 'number' && typeof before === 'number';
  const trend = comparable ? trendBeside(report.name, column, { now, before }, at) : null;
  return { 'data-before': text, 'data-compared': reportsWords.beside(trend, text) };
}

/** What stood in a cell a month before; a row that was not there counts for nothing. */
function useBefore(
  report: DrawnReport,
  before: ReportRow[] | null,
  at: { month: Month; today: string },
): (column: DrawnColumn, row: ReportRow) => Before {
  const earlier = useMemo(() => new Map(before?.map((row) => [report.keyOf(row), row])), [before, report]);
  return (column, row) => {
    if (!before || !isNumber(column)) return {};
    const then = earlier.get(report.keyOf(row));
    const none = column.kind === 'integer' && report.countsAsNone ? 0 : null;
    const numbers = { now: column.value(row), before: then ? column.value(then) : none };
    return besideOf(report, column, numbers, { ...at, subject: report.subjectOf(row) });
  };
}

/** A phone shows each row as a card, without the headers that sort. */
function SortSelect({ report, sort, setSort }: Pick<Props, 'sort' | 'setSort'> & { report: DrawnReport }) {
  return (
    <NativeSelect
      className={styles.sortSelect}
      label={reportsWords.sortLabel}
      value={sort?.column ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const column = report.columns.find(({ key }) => key === value);
        setSort(column ? nextSort(column, null) : null);
      }}
      data={[
        { value: '', label: reportsWords.asItCame },
        ...report.columns.map(({ key, header }) => ({ value: key, label: header })),
      ]}
    />
  );
}

function Head({ report, sort, setSort }: Pick<Props, 'sort' | 'setSort'> & { report: DrawnReport }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {report.columns.map((column) => {
          const by = sort?.column === column.key ? sort : null;
          const Icon = by ? (by.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
          return (
            <th
              key={column.key}
              scope="col"
              role="columnheader"
              data-number={isNumber(column) || undefined}
              aria-sort={by ? (by.descending ? 'descending' : 'ascending') : undefined}
            >
              <button
                type="button"
                title={reportsWords.sortBy(column.header)}
                onClick={() => setSort(nextSort(column, by))}
              >
                {column.header}
                <Icon size={14} aria-hidden className={by ? undefined : styles.unsorted} />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** The sums below the rows, where the report counts. */
function Totals(
  props: Pick<Props, 'rows' | 'before' | 'month' | 'today' | 'search'> & { report: DrawnReport },
) {
  const { report, rows, before, month, today, search } = props;
  const totals = useMemo(() => report.totalsOf(rows), [report, rows]);
  const totalsBefore = useMemo(() => before && report.totalsOf(before), [report, before]);
  if (!totals) return null;
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        {report.columns.map((column, at) => (
          <td
            key={column.key}
            role="cell"
            data-label={column.header}
            data-number={isNumber(column) || undefined}
            {...(totalsBefore?.has(column.key)
              ? besideOf(
                  report,
                  column,
                  { now: totals.get(column.key), before: totalsBefore.get(column.key) },
                  { month, today, subject: null },
                )
              : {})}
          >
            {at === 0 ? (
              reportsWords.total
            ) : (
              <Count
                address={numberBehind(column, totals.get(column.key), search, null)}
                header={column.header}
                of={reportsWords.behind.all}
              >
                {shownText(column, totals.get(column.key))}
              </Count>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Numbers begin with the largest, the rest with the first; then the other way round; then as it came. */
function nextSort(column: DrawnColumn, by: Sort): Sort {
  const first = isNumber(column);
  if (!by) return { column: column.key, descending: first };
  return by.descending === first ? { column: column.key, descending: !first } : null;
}

/** S2 §9: a visit that was delayed while on the way. */
const isDanger = (name: ReportName, row: ReportRow): boolean =>
  name === 'unclosed' && (row as ReportRow<'unclosed'>).delayedWhileOnTheWay;

/** A number leads to its visit, order or client; a count to its visits. */
function Cell(props: {
  report: DrawnReport;
  column: DrawnColumn;
  row: ReportRow;
  board: string;
  search: string;
}) {
  const { report, column, row, board, search } = props;
  const text = column.text(row);
  const opens = links.get(column.key);
  if (!opens || !text) {
    const subject = report.subjectOf(row);
    const address = subject === null ? null : numberBehind(column, column.value(row), search, subject);
    return (
      <Count address={address} header={column.header} of={report.columns[0]!.text(row)}>
        {text}
      </Count>
    );
  }
  return (
    <Link
      to={opens === 'visit' ? `/visit/view/${text}${board}` : `${board}?${opens}=${text}`}
      aria-label={reportsWords.opens[opens](text)}
    >
      {text}
    </Link>
  );
}

/** Where the visits of a number open; null: it counts none. */
const numberBehind = ({ behind }: DrawnColumn, value: unknown, search: string, subject: string | null) =>
  behind === null || !value ? null : numberAddress(search, behind, subject);

function Count(props: { address: string | null; header: string; of: string; children: string }) {
  const { address, header, of, children } = props;
  if (address === null) return children;
  return (
    <Link
      to={address}
      // Opened from here, so that closing it is Back.
      state={{ trail: [window.location.search] }}
      preventScrollReset
      className={styles.count}
      aria-label={reportsWords.behind.opens(children, header, of)}
    >
      {children}
    </Link>
  );
}
