import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { getCoreRowModel, getSortedRowModel, type SortingState, useReactTable } from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { cellText, rawValue } from '../../machines/report/report-cells.ts';
import { type Column, type ReportName, type ReportRow, reports } from '../../machines/report/reports.ts';
import { reportsWords } from '../words/reports.ts';
import type { ReportAddress } from './report-address.ts';
import styles from './reports.module.css';

/** More than a screen needs at once; the rest comes when it is asked for, and on paper. */
const firstRows = 300;

type Props = {
  name: ReportName;
  rows: ReportRow[];
  sort: ReportAddress['sort'];
  setSort: (sort: ReportAddress['sort']) => void;
};

const isNumber = (column: Column<never>) => ['integer', 'percent', 'minutes'].includes(column.kind);
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
export function ReportTable({ name, rows, sort, setSort }: Props) {
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
  return (
    <>
      {/* A table wider than the screen scrolls by itself, by keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <section className={styles.scroll} tabIndex={0} aria-label={reports[name].title}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => {
                const by = sort?.column === column.key ? sort : null;
                const Icon = by ? (by.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
                return (
                  <th
                    key={column.key}
                    scope="col"
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
          <tbody>
            {shown.map(({ id, original }) => (
              <tr key={id} data-danger={isDanger(name, original) || undefined}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    data-kind={column.kind}
                    data-number={isNumber(column as never) || undefined}
                  >
                    <Cell name={name} column={column} row={original} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
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

/** A visit's number leads to the visit. */
function Cell({ name, column, row }: { name: ReportName; column: Column<ReportRow>; row: ReportRow }) {
  const text = cellText(column as never, row as never);
  const visit = column.header === 'Visita' && (name === 'reschedule' || column.key === 'id');
  if (!visit) return text;
  const id = Number(rawValue(column as never, row as never));
  return (
    <Link to={`/visit/view/${id}/jefetec`} aria-label={reportsWords.visit(id)}>
      {text}
    </Link>
  );
}
