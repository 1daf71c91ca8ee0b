import type { Promised } from '../../db/commands/intake/kind.ts';
import { type Fate, type KindName, kinds, takeRows } from '../../db/commands/intake/take-in.ts';
import type { Context } from '../../db/record/transact.ts';
import type { Added, RowProblem } from '../../machines/order/intake.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { columnOf, hintFor, kindOf, rowOf } from './columns.ts';
import type { SheetRow } from './sheet.ts';
import { UnusableFile } from './source.ts';

/** How a file's columns become the fields of an intake's rows. */
export type Plan = {
  kind: KindName;
  header: string[];
  columns: ReturnType<typeof columnOf>[];
  /** Columns without a field of this kind. */
  ignored: string[];
};

/** A row with what became of it. */
export type ImportedRow = SheetRow & Fate;

/** The intake refused the whole, not a row. */
export class IntakeRefused extends Error {}

/**
 * Reads a header.
 * @param kind null: recognised by the columns
 * @throws UnusableFile when it does not name the number, or a column twice
 */
export function planImport(header: string[], kind: KindName | null): Plan {
  const kindName = kind ?? kindOf(header);
  const numberColumn = kindName ? kinds[kindName].numberField : 'ot_number, client_id o ticket_number';
  const names = header.map((name) => name.trim().toLowerCase());
  if (!kindName || !names.includes(kinds[kindName].numberField))
    throw new UnusableFile(`la primera línea nombra las columnas, y ninguna se llama ${numberColumn}.`);
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice) throw new UnusableFile(`la columna ${twice} está dos veces.`);
  const columns = header.map((name) => columnOf(kindName, name));
  const ignored = header.filter((name, at) => !columns[at] && name.trim() !== '');
  return { kind: kindName, header, columns, ignored };
}

/**
 * Imports rows in their order through the API's intake, and says of each what became of it, or would become of it
 * in a dry run.
 * @throws IntakeRefused
 */
export async function* importRows(
  context: Context,
  plan: Plan,
  batches: AsyncIterable<SheetRow[]>,
  { dryRun }: { dryRun: boolean },
): AsyncGenerator<{ rows: ImportedRow[]; added: Added[] }> {
  const promised: Promised = new Set();
  for await (const some of batches) {
    const fitting = some.filter(({ cells }) => cells.length <= plan.header.length);
    const taken = await takeRows(
      context,
      plan.kind,
      fitting.map(({ cells }) => rowOf(plan.columns, cells)),
      { dryRun, promised },
    );
    if (isRefusal(taken)) throw new IntakeRefused(taken.text);
    let next = 0;
    const rows = some.map((row) =>
      row.cells.length > plan.header.length
        ? { ...row, number: null, outcome: 'refused' as const, problem: tooLong(row, plan) }
        : outcomeOf(row, taken.rows[next++]!, plan),
    );
    yield { rows, added: taken.report.added };
  }
}

function outcomeOf(row: SheetRow, fate: Fate, { header }: Plan): ImportedRow {
  const { at, cells } = row;
  if (fate.outcome !== 'refused') return { ...fate, at, cells };
  const { field, message } = fate.problem;
  const hint = field && hintFor(header, cells, field);
  return { ...fate, at, cells, problem: { field, message: hint || message } };
}

const tooLong = ({ cells }: SheetRow, { header }: Plan): RowProblem => ({
  field: null,
  message: `La fila tiene ${cells.length} columnas y el encabezado ${header.length}.`,
});
