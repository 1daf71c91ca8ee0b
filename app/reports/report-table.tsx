import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { getCoreRowModel, getSortedRowModel, type SortingState, useReactTable } from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { countsAsNone, keyOf, totalsOf } from '../../machines/report/compare.ts';
import { countBehind, isCounting, subjectOf } from '../../machines/report/counted-visits.ts';
import { cellText, rawValue, valueText } from '../../machines/report/report-cells.ts';
import { type Column, type ReportName, type ReportRow, reports } from '../../machines/report/reports.ts';
import { reportsWords } from '../words/reports.ts';
import { numberAddress, type ReportAddress } from './report-address.ts';
import styles from './reports.module.css';

/** More than a screen needs at once; the rest comes when it is asked for, and on paper. */
const firstRows = 300;

type Props = {
  name: ReportName;
  rows: ReportRow[];
  /** Of the month before, where the report counts; null: not there, or not yet. */
  before: ReportRow[] | null;
  /** Where an order's or a client's dialog opens, and a visit's page leads back to. */
  board: string;
  sort: ReportAddress['sort'];
  setSort: (sort: ReportAddress['sort']) => void;
  /** The screen's own, beside which a number's visits open. */
  search: string;
};

/** What is compared by its size; the number of a visit is a name. */
const isNumber = (column: Column<never>) =>
  ['integer', 'percent', 'minutes'].includes(column.kind) && !isVisit(column);
const isVisit = ({ key }: Pick<Column<never>, 'key'>) => links.get(key) === 'visit';

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
export function ReportTable({ name, rows, before, board, sort, setSort, search }: Props) {
  const columns = reports[name].columns as Column<ReportRow>[];
  const [all, setAll] = useState(false);
  // Paper takes them all, and at once: the browser does not wait for a later drawing.
  useEffect(() => {
    const print = () => flushSync(() => setAll(true));
    window.addEventListener('beforeprint', print);
    return () => window.removeEventListener('beforeprint', print);
  }, []);
  const sorting: SortingState = sort ? [{ id: sort.column, desc: sort.descending }] : [];
  const table = useReactTable({
    data: rows,
    columns: useMemo(
      () =>
        columns.map((column) => ({
          id: column.key as string,
          accessorFn: (row: ReportRow) => rawValue(column as never, row as never),
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
  const sorted = table.getRowModel().rows;
  const shown = all ? sorted : sorted.slice(0, firstRows);
  const earlier = useMemo(
    () => new Map(before?.map((row) => [keyOf(name, row as never), row])),
    [before, name],
  );
  const totals = useMemo(() => totalsOf(name, rows as never), [name, rows]);
  const totalsBefore = useMemo(() => before && totalsOf(name, before as never), [name, before]);
  /** What stood here a month before, as the cell writes it; a row that was not there counts for nothing. */
  const beforeOf = (column: Column<ReportRow>, row: ReportRow) => {
    if (!before || !isNumber(column as never)) return undefined;
    const then = earlier.get(keyOf(name, row as never));
    const text = then
      ? cellText(column as never, then as never)
      : column.kind === 'integer' && countsAsNone(name)
        ? '0'
        : '';
    return text || '–';
  };
  return (
    <>
      {/* A phone shows each row as a card, without the headers that sort. */}
      <NativeSelect
        className={styles.sortSelect}
        label={reportsWords.sortLabel}
        value={sort?.column ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const column = columns.find(({ key }) => key === value);
          setSort(column ? nextSort(column as never, null) : null);
        }}
        data={[
          { value: '', label: reportsWords.asItCame },
          ...columns.map(({ key, header }) => ({ value: key, label: header })),
        ]}
      />
      {/* A table wider than the screen scrolls by itself, by keyboard too. As cards its elements have no roles of their own. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <section className={styles.scroll} tabIndex={0} aria-label={reports[name].title}>
        <table className={styles.table} role="table">
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => {
                const by = sort?.column === column.key ? sort : null;
                const Icon = by ? (by.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
                return (
                  <th
                    key={column.key}
                    scope="col"
                    role="columnheader"
                    data-number={isNumber(column as never) || undefined}
                    aria-sort={by ? (by.descending ? 'descending' : 'ascending') : undefined}
                  >
                    <button
                      type="button"
                      title={reportsWords.sortBy(column.header)}
                      onClick={() => setSort(nextSort(column as never, by))}
                    >
                      {column.header}
                      <Icon size={14} aria-hidden className={by ? undefined : styles.unsorted} />
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map(({ id, original }) => (
              <tr key={id} role="row" data-danger={isDanger(name, original) || undefined}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-kind={column.kind}
                    data-label={column.header}
                    data-number={isNumber(column as never) || undefined}
                    data-before={beforeOf(column, original)}
                  >
                    <Cell name={name} column={column} row={original} board={board} search={search} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {totals && (
            <tfoot role="rowgroup">
              <tr role="row">
                {columns.map((column, at) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-label={column.header}
                    data-number={isNumber(column as never) || undefined}
                    data-before={
                      totalsBefore?.has(column.key)
                        ? valueText(column.kind, totalsBefore.get(column.key)) || '–'
                        : undefined
                    }
                  >
                    {at === 0 ? (
                      reportsWords.total
                    ) : (
                      <Count
                        address={numberBehind(name, column.key, totals.get(column.key), search, null)}
                        header={column.header}
                        of={reportsWords.behind.all}
                      >
                        {valueText(column.kind, totals.get(column.key))}
                      </Count>
                    )}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
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

/** Numbers begin with the largest, the rest with the first; then the other way round; then as it came. */
function nextSort(column: Column<never>, by: ReportAddress['sort']): ReportAddress['sort'] {
  const first = isNumber(column);
  if (!by) return { column: column.key, descending: first };
  return by.descending === first ? { column: column.key, descending: !first } : null;
}

/** S2 §9: a visit that was delayed while on the way. */
const isDanger = (name: ReportName, row: ReportRow): boolean =>
  name === 'unclosed' && (row as ReportRow<'unclosed'>).delayedWhileOnTheWay;

/** A number leads to its visit, order or client; a count to its visits. */
function Cell(props: {
  name: ReportName;
  column: Column<ReportRow>;
  row: ReportRow;
  board: string;
  search: string;
}) {
  const { name, column, row, board, search } = props;
  const text = cellText(column as never, row as never);
  const opens = links.get(column.key);
  if (!opens || !text) {
    const subject = isCounting(name) ? subjectOf(name, row as never) : null;
    const value = rawValue(column as never, row as never);
    const address = subject === null ? null : numberBehind(name, column.key, value, search, subject);
    const of = cellText(reports[name].columns[0] as never, row as never);
    return (
      <Count address={address} header={column.header} of={of}>
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
function numberBehind(name: ReportName, key: string, value: unknown, search: string, subject: string | null) {
  const column = countBehind(name, key);
  return column === null || !value ? null : numberAddress(search, column, subject);
}

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
