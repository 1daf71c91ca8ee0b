import { Readable } from 'node:stream';
import { format } from '@fast-csv/format';
import { instantOf } from '../../machines/calendar/slots.ts';
import { offsetAt } from '../../machines/calendar/zone.ts';
import { cellText, fileHeader, rawValue } from '../../machines/report/report-cells.ts';
import {
  type Column,
  type ReportName,
  type ReportRow,
  reports,
  shownRows,
} from '../../machines/report/reports.ts';

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type FileFormat = keyof typeof fileTypes;

/** A report's rows as a file, its columns those of the screen. */
export const reportFile = async <Name extends ReportName>(
  name: Name,
  rows: ReportRow<Name>[],
  as: FileFormat,
): Promise<Readable> => (as === 'csv' ? csvOf(name, rows) : xlsxOf(name, rows));

/**
 * CSV for a spreadsheet in Argentina: UTF-8 with a byte order mark, semicolons, decimal commas, CRLF. Texts
 * that look like a formula get an apostrophe; numbers stay numbers, also negative ones.
 */
export function csvOf<Name extends ReportName>(name: Name, rows: ReportRow<Name>[]): Readable {
  const columns = columnsOf(name);
  const lines = shownRows(name, rows).map((row) => columns.map((column) => csvCell(column, row)));
  const file = format({ delimiter: ';', rowDelimiter: '\r\n', includeEndRowDelimiter: true });
  return Readable.from(marked(Readable.from([columns.map(fileHeader), ...lines]).pipe(file)));
}

/** The library leaves the byte order mark out where there are no rows. */
async function* marked(file: AsyncIterable<Buffer | string>) {
  yield '\ufeff';
  yield* file;
}

const columnsOf = <Name extends ReportName>(name: Name) => reports[name].columns as Column<ReportRow<Name>>[];

function csvCell<Name extends ReportName>(column: Column<ReportRow<Name>>, row: ReportRow<Name>): string {
  const value = rawValue(column, row);
  if (typeof value === 'number') return String(value).replace('.', ',');
  return withoutFormula(cellText(column, row));
}

/** An apostrophe keeps a spreadsheet from reading the text as a formula. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

const widths: Record<Column<never>['kind'], number> = {
  text: 38,
  list: 38,
  integer: 14,
  percent: 14,
  minutes: 16,
  day: 12,
  instant: 18,
  yesNo: 12,
  number11: 14,
};

/** XLSX: numbers are numbers, days and local times dates, and texts stay texts. */
export async function xlsxOf<Name extends ReportName>(
  name: Name,
  rows: ReportRow<Name>[],
): Promise<Readable> {
  const { default: write } = await import('write-excel-file/node');
  const columns = columnsOf(name);
  const header = columns.map((column) => ({ value: fileHeader(column), type: String, fontWeight: 'bold' }));
  const lines = shownRows(name, rows).map((row) => columns.map((column) => xlsxCell(column, row)));
  const file = write([header, ...lines] as never, {
    sheet: reports[name].title.slice(0, 31),
    columns: columns.map(({ kind, header: text }) => ({ width: Math.max(widths[kind], text.length + 2) })),
    stickyRowsCount: 1,
  });
  return (file.toStream as () => Promise<Readable>)();
}

function xlsxCell<Name extends ReportName>(column: Column<ReportRow<Name>>, row: ReportRow<Name>) {
  const value = rawValue(column, row);
  if (value === null || value === undefined) return null;
  if (typeof value === 'number')
    return { value, type: Number, ...(column.kind === 'percent' ? { format: '0.00' } : {}) };
  if (column.kind === 'day')
    return { value: asSheetDate(instantOf(value as string, 0)), type: Date, format: 'dd/mm/yyyy' };
  if (value instanceof Date) return { value: asSheetDate(value), type: Date, format: 'dd/mm/yyyy hh:mm' };
  const text = cellText(column, row);
  return text === '' ? null : { value: text, type: String };
}

/**
 * A sheet's dates have no zone and the library writes UTC: the instant is shifted to the business zone's local time.
 */
const asSheetDate = (instant: Date): Date => new Date(instant.getTime() + offsetAt(instant.getTime()));
