import { type KindName, kinds } from '../../db/commands/intake/take-in.ts';
import { isDay, isoWithOffset } from '../../machines/calendar/slots.ts';
import { instantOfWall } from '../../machines/calendar/zone.ts';
import { isOwnName } from '../../machines/wire/own-entry.ts';

/**
 * A file's columns are the fields of an intake's rows (docs/integration/intake.md), flat: `client.name` is
 * the name in an order's client, `note.body` the body of a ticket's note, one note a row.
 */
type Read = (cell: string) => unknown;

const text: Read = (cell) => (cell === '' ? null : cell);
const list =
  (read: Read): Read =>
  (cell) =>
    cell
      .split('|')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(read);
/** Anything but yes or no stays as it is, for the row's schema to refuse. */
const flag: Read = (cell) => {
  if (cell === '') return null;
  if (/^(1|true|verdadero|s[ií]|x)$/i.test(cell)) return true;
  return /^(0|false|falso|no)$/i.test(cell) ? false : cell;
};
/** '05/03/2026 14:30' as a spreadsheet here writes it, in the business zone; anything else stays as it is. */
const instant: Read = (cell) => {
  const match = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:,? +(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(cell);
  if (!match) return text(cell);
  const parts = match.slice(1).map((part) => Number(part ?? 0));
  const [date, month, year, hour, minute, second] = parts as [number, number, number, number, number, number];
  const day = [year < 100 ? year + 2000 : year, month, date].map((n) => String(n).padStart(2, '0')).join('-');
  if (!isDay(day) || hour > 23 || minute > 59 || second > 59) return cell;
  const seconds = (hour * 60 + minute) * 60 + second;
  return isoWithOffset(instantOfWall(Date.parse(`${day}T00:00:00Z`) + seconds * 1_000));
};
/** '-33,89' has a decimal comma. */
const decimal: Read = (cell) => text(cell.replace(/^([+-]?\d+),(\d+)$/, '$1.$2'));
/** `2xInternet 100`; the number defaults to 1. */
const service: Read = (part) => {
  const match = /^(\d+)\s*x\s*(.+)$/i.exec(part);
  return { service_qty: match?.[1] ?? 1, service_name: match?.[2] ?? part };
};
/** `type;mac;serial` */
const device: Read = (part) => {
  const [type, mac = '', serial = ''] = part.split(';').map((piece) => piece.trim());
  return { type, mac, serial };
};

const special: Record<string, Read> = {
  date_created: instant,
  date_closed: instant,
  timestamp: instant,
  lat: decimal,
  lon: decimal,
  contractor: flag,
  surname_first: flag,
  reopen: flag,
  priority: flag,
  services: list(service),
  client_devices: list(device),
  related_orders: list((part) => part),
};

/** Where a column's value goes in a row, and the parser of its cells; undefined: no column of this kind. */
export function columnOf(kind: KindName, header: string): { path: string[]; read: Read } | undefined {
  const path = header.trim().toLowerCase().split('.');
  const [first, second] = path;
  const shape: Record<string, unknown> = kinds[kind].row.shape;
  const nested = { orders: 'client', tickets: 'note', clients: undefined }[kind];
  const isFlat = path.length === 1 && isOwnName(shape, first) && first !== 'client' && first !== 'notes';
  const isNested = path.length === 2 && nested === first && nestedFields[nested!]!.includes(second!);
  return isFlat || isNested ? { path, read: special[path.at(-1)!] ?? text } : undefined;
}

const nestedFields: Record<string, string[]> = {
  client: Object.keys(kinds.clients.row.shape),
  note: ['note_number', 'priority', 'timestamp', 'from', 'title', 'body'],
};

/** The kind whose number is among the columns. */
export function kindOf(headers: string[]): KindName | undefined {
  const names = headers.map((header) => header.trim().toLowerCase());
  return (['tickets', 'orders', 'clients'] as const).find((kind) => names.includes(kinds[kind].numberField));
}

export function rowOf(columns: ReturnType<typeof columnOf>[], cells: string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    if (!column) continue;
    const cell = (cells[at] ?? '').trim();
    const [first, second] = column.path as [string, string?];
    if (second === undefined) row[first] = column.read(cell);
    else if (cell !== '') {
      row[first] ??= {};
      (row[first] as Record<string, unknown>)[second] = column.read(cell);
    }
  }
  const { note, ...rest } = row;
  return note ? { ...rest, notes: [note] } : rest;
}

/** What is wrong with a cell, where a spreadsheet is the cause; null: the row's own message says it. */
export function hintFor(headers: string[], cells: string[], field: string): string | null {
  const cell = (
    cells[headers.findIndex((name) => name.trim().toLowerCase() === field.replace(/^notes\.0\./, 'note.'))] ??
    ''
  ).trim();
  if (/^\d[.,]?\d*E\+?\d+$/i.test(cell))
    return `la planilla lo muestra como ${cell} y perdió dígitos: dale formato de texto a la columna y volvé a cargar el número completo.`;
  if (special[field.split('.').at(-1)!] === instant && cell !== '')
    return `“${cell.slice(0, 40)}” no es una fecha: escribí 05/03/2026 14:30 o 2026-03-05T14:30:00-03:00.`;
  return null;
}
