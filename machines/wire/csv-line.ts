/** A cell that looks like a formula, guarded against its evaluation by a spreadsheet. */
export const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
/** The inverse, of a guarded file that comes back. */
export const unguarded = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** One line of a CSV file. */
export const lineOf = (cells: string[], delimiter: string): string =>
  `${cells.map((cell) => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;
