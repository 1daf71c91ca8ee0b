import { formatDay, formatInstant } from '../calendar/slots.ts';
import { friendlyDuration } from '../calendar/timeline.ts';
import type { Column, ColumnKind, ReportName, ReportRow } from './reports.ts';

/** A cell's value: by the column's function, else by its key. */
export const rawValue = <Name extends ReportName>(
  column: Column<ReportRow<Name>>,
  row: ReportRow<Name>,
): unknown => (column.value ? column.value(row) : row[column.key]);

const decimals = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A value in es-AR, as screens show it; empty where there is none ('None' is blank, S2 §9). */
export function cellText<Name extends ReportName>(
  column: Column<ReportRow<Name>>,
  row: ReportRow<Name>,
): string {
  return valueText(column.kind, rawValue(column, row));
}

/** The same of a value of a column. A percentage has one decimal, always, so that a column of them can be compared. */
export function valueText(kind: ColumnKind, value: unknown): string {
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'percent':
      return `${decimals.format(value as number)} %`;
    case 'minutes':
      return friendlyDuration((value as number) * 60_000);
    case 'day':
      return formatDay(value as string);
    case 'instant':
      return formatInstant(value as Date);
    case 'yesNo':
      return value ? 'Sí' : 'No';
    case 'list':
      return (value as string[]).join(', ');
    default:
      return String(value);
  }
}

const grouped = new Intl.NumberFormat('es-AR');

/** The same on a screen: counts have a point at the thousands. The number of a visit is a name, and has none. */
export const shownText = (
  { kind, isName = false }: { kind: ColumnKind; isName?: boolean },
  value: unknown,
): string =>
  kind === 'integer' && !isName && typeof value === 'number' ? grouped.format(value) : valueText(kind, value);

/** A rate with one decimal: '92,9'. */
export const rateText = (rate: number): string => decimals.format(rate);

/** A column's header in a file, where a duration is a number. */
export const fileHeader = ({ header, kind }: { header: string; kind: string }): string =>
  kind === 'minutes' ? `${header} (minutos)` : header;
