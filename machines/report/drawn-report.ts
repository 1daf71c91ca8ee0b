import { countsAsNone, keyOf, type Summary, summaryOf, totalsOf } from './compare.ts';
import { countBehind, isCounting, subjectOf } from './counted-visits.ts';
import { rawValue, shownText } from './report-cells.ts';
import {
  type Column,
  type ColumnKind,
  type ReportName,
  type ReportRow,
  reports,
  shownRows,
} from './reports.ts';

/** A report's column as a screen draws it, whichever report it is of. */
export type DrawnColumn = {
  key: string;
  header: string;
  kind: ColumnKind;
  isName: boolean;
  value(row: ReportRow): unknown;
  /** What the cell says. */
  text(row: ReportRow): string;
  /** The column of the visits that its number leads to (`countBehind`); null: it leads to none. */
  behind: string | null;
};

/** A report as a screen draws it, whichever it is: its name is known while it runs, not to the compiler. */
export type DrawnReport = {
  name: ReportName;
  title: string;
  columns: readonly DrawnColumn[];
  /** Whether its rows count visits. */
  counts: boolean;
  /** Whether a row that the month before does not have stands for none of it. */
  countsAsNone: boolean;
  /** The rows that are shown of those that were read. */
  shownOf(rows: ReportRow[]): ReportRow[];
  /** What a row is of, the same in any month. */
  keyOf(row: ReportRow): string | null;
  /** A row's own key; null: it counts no visits. */
  subjectOf(row: ReportRow): string | null;
  totalsOf(rows: readonly ReportRow[]): ReadonlyMap<string, number | null> | null;
  /** Its sums with their rates, where the rows are days. */
  summaryOf(rows: readonly ReportRow[], before: readonly ReportRow[] | null, today: string): Summary[];
};

/** The only place where the rows of a report are taken for what its name says. */
export function drawnReport<Name extends ReportName>(name: Name): DrawnReport {
  const own = (row: ReportRow) => row as ReportRow<Name>;
  const ownRows = (rows: readonly ReportRow[]) => rows as ReportRow<Name>[];
  const columns = reports[name].columns as unknown as Column<ReportRow<Name>>[];
  return {
    name,
    title: reports[name].title,
    columns: columns.map((column) => ({
      key: column.key,
      header: column.header,
      kind: column.kind,
      value: (row) => rawValue(column, own(row)),
      text: (row) => shownText(column, rawValue(column, own(row))),
      isName: column.isName ?? false,
      behind: countBehind(name, column.key),
    })),
    counts: isCounting(name),
    countsAsNone: countsAsNone(name),
    shownOf: (rows) => shownRows(name, ownRows(rows)),
    keyOf: (row) => keyOf(name, own(row)),
    subjectOf: (row) => (isCounting(name) ? subjectOf(name, row) : null),
    totalsOf: (rows) => totalsOf(name, ownRows(rows)),
    summaryOf: (rows, before, today) => summaryOf(name, ownRows(rows), before && ownRows(before), today),
  };
}
