import type { FieldChange } from '../order/changed-fields.ts';
import type { Added, RowProblem } from '../order/intake.ts';

// What the browser and the server say to each other of an import: a file goes there, lines of JSON come back, first what
// the file is, then its rows in their order, and how it ended.

/** Larger files are imported on the server, by `npm run import`. */
export const importLimits = { bytes: 20_000_000, rows: 50_000 };

export type ImportKind = 'orders' | 'clients' | 'tickets';

/** A row of the file: `at` is its number in the spreadsheet, where the header is 1. */
export type ImportRow = {
  at: number;
  number: string | null;
  /** What else identifies it to a reader: names, the address. */
  about: string;
} & (
  | { outcome: 'created' | 'unchanged'; marks?: RowProblem[] }
  | { outcome: 'changed'; changes: FieldChange[]; marks?: RowProblem[] }
  /** With its cells, for the file of refused rows. */
  | { outcome: 'refused'; problem: RowProblem; cells: string[] }
);

/** What was found of the file itself. */
export type ImportSheet = {
  kind: ImportKind;
  /** Of a CSV file; null: a workbook. */
  encoding: 'utf-8' | 'utf-16le' | 'windows-1252' | null;
  delimiter: string;
  header: string[];
  /** Columns without a field of this kind. */
  ignored: string[];
  rows: number;
};

export type ImportLine =
  | { sheet: ImportSheet }
  /** `added`: names that the catalogues did not have. */
  | { rows: ImportRow[]; added: Added[] }
  | { ended: true }
  /** It stopped here: earlier rows have been taken. */
  | { failed: string };
