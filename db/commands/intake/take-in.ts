import { mayDo, permissions } from '../../../machines/access/permissions.ts';
import { unusableFields, unusableTexts } from '../../../machines/customer/contact.ts';
import { nameKey } from '../../../machines/order/catalogue-name.ts';
import type { FieldChange } from '../../../machines/order/changed-fields.ts';
import { type Added, isProblem, type RowProblem, rowProblem } from '../../../machines/order/intake.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { listPlans } from '../../reads/settings/telephone-plan.ts';
import { type Context, parseInput, transact } from '../../record/transact.ts';
import { clients } from './clients.ts';
import { correctVisits } from './correct-visits.ts';
import { intakeLock } from './intake-lock.ts';
import type { Kind, Outcome, Promised } from './kind.ts';
import { orders } from './orders.ts';
import { tickets } from './tickets.ts';

export const kinds = { orders, clients, tickets };
export type KindName = keyof typeof kinds;

/** A refused row: its position (from 1), its number if readable, and the reason. */
export type RowError = { row: number; number: string | null } & RowProblem;

export type Report = {
  received: number;
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  errors: RowError[];
  /** Of the rows that were taken, those with a telephone or an address that cannot be used: `marks` says which. */
  marked: number;
  marks: RowError[];
  /** What the rows added to the catalogues: a name that is a mistake shows here. */
  added: Added[];
};

/** What became of a row at its position (from 1), or would become of it in a dry run. */
export type RowOutcome = { row: number } & Fate;
export type Fate = { number: string | null } & (
  | { outcome: 'created' | 'unchanged'; marks: RowProblem[] }
  | { outcome: 'changed'; changes: FieldChange[]; marks: RowProblem[] }
  | { outcome: 'refused'; problem: RowProblem }
);

/** Marks a line that was not JSON. */
export const malformedLine = Symbol('malformed line');

/**
 * Takes rows from the provider's own systems, in order, each after those before it: of a repeated number the later
 * row wins. Refused rows are reported without affecting the others. Taking the same rows again changes nothing and
 * causes no event. Hundreds of rows share a transaction, and transactions are serialised in the whole installation:
 * two that add the same symptom or number concurrently would otherwise both take it for new.
 *
 * @param options.dryRun everything is decided and answered, nothing is written
 * @param options.promised what the dry run of earlier rows would have written; kept by callers that split a file
 */
export async function takeIn(
  context: Context,
  kindName: KindName,
  rows: readonly unknown[],
  options: { dryRun?: boolean; promised?: Promised } = {},
): Promise<Report | Refusal> {
  const taken = await takeRows(context, kindName, rows, options);
  return isRefusal(taken) ? taken : taken.report;
}

/** The same, with what became of each row, in their order. */
export async function takeRows(
  context: Context,
  kindName: KindName,
  rows: readonly unknown[],
  options: { dryRun?: boolean; promised?: Promised } = {},
): Promise<{ report: Report; rows: RowOutcome[] } | Refusal> {
  if (!mayDo(context.actor, 'can_import_records')) return refuse(permissions.can_import_records);
  const kind = kinds[kindName] as Kind;
  const promised: Promised = options.promised ?? new Set();
  const report: Report = {
    received: rows.length,
    created: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    errors: [],
    marked: 0,
    marks: [],
    added: [],
  };
  const all: RowOutcome[] = [];
  for (let at = 0; at < rows.length; at += kind.perTransaction) {
    const some = rows.slice(at, at + kind.perTransaction);
    const outcomes = await inTurn(context.db, () => takeSome(context, kind, some, promised, options.dryRun));
    if (isRefusal(outcomes)) return outcomes;
    report.added.push(...outcomes.added);
    for (const [index, outcome] of outcomes.rows.entries()) {
      const place = { row: at + index + 1, number: numberOf(kind, some[index]) };
      if (isProblem(outcome)) {
        report.errors.push({ ...place, ...outcome });
        all.push({ ...place, outcome: 'refused', problem: outcome });
        continue;
      }
      report[outcome.outcome]++;
      report.marks.push(...outcome.marks.map((mark) => ({ ...place, ...mark })));
      all.push({ ...place, ...outcome });
    }
    report.refused = report.errors.length;
    report.marked = new Set(report.marks.map(({ row }) => row)).size;
  }
  return { report, rows: all };
}

async function takeSome(
  context: Context,
  kind: Kind,
  rows: readonly unknown[],
  promised: Promised,
  dryRun = false,
): Promise<{ rows: (Taken | RowProblem)[]; added: Added[] } | Refusal> {
  const read = rows.map((row) => readRow(kind, row));
  const good = read.flatMap((row) => (isProblem(row) ? [] : [row.input]));
  if (good.length === 0) return { rows: read as RowProblem[], added: [] };
  const counted: Promised = dryRun ? promised : new Set();
  const taken = await transact<{ outcomes: Outcome[]; added: Added[] }>(context, async (frame) => {
    await frame.tx`select pg_advisory_xact_lock(${intakeLock})`;
    const { outcomes, added = [], save } = await kind.take(frame, good, counted);
    if (!dryRun) await save();
    return { outcomes, added: added.filter((newName) => !counted.has(nameOf(newName))) };
  });
  if (isRefusal(taken)) return taken;
  for (const newName of taken.added) counted.add(nameOf(newName));
  if (!dryRun) await correctVisits(context, kind.touched(good));
  const marksOf = await markRows(context.db, kind, good);
  let next = 0;
  const rowsTaken = read.map((row) => {
    if (isProblem(row)) return row;
    const outcome = taken.outcomes[next++]!;
    if (typeof outcome === 'object' && isProblem(outcome)) return outcome;
    const marks = marksOf(row.input);
    return typeof outcome === 'string'
      ? { outcome, marks }
      : { outcome: 'changed' as const, changes: outcome.changed, marks };
  });
  return { rows: rowsTaken, added: taken.added };
}

const nameOf = ({ kind, name, subsidiary_id }: Added) => `added.${kind}.${subsidiary_id}.${nameKey(name)}`;

/** What became of a row that was taken, and what of it cannot be used. */
type Taken = { marks: RowProblem[] } & (
  | { outcome: 'created' | 'unchanged' }
  | { outcome: 'changed'; changes: FieldChange[] }
);

/** Judges by what the clients of rows are reached: a message that would not arrive is known before it is sent. */
async function markRows(db: Db, kind: Kind, rows: unknown[]): Promise<(row: unknown) => RowProblem[]> {
  const operations = [
    ...new Set(rows.flatMap((row) => kind.contacts(row).map(({ operation }) => operation))),
  ];
  const plans = await listPlans(db, operations);
  return (row) =>
    kind.contacts(row).flatMap(({ operation, within, telephone = null, waNumber = null, email = null }) =>
      unusableFields({ telephone, waNumber, email }, plans.get(operation) ?? db.telephones).map((field) => ({
        field: within + field,
        message: `${unusableTexts[field]}.`,
      })),
    );
}

function readRow(kind: Kind, row: unknown): { input: unknown } | RowProblem {
  if (row === malformedLine) return rowProblem('malformed', null);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return rowProblem('not-a-row', null);
  const parsed = parseInput(kind.row, row);
  if (parsed.success) return { input: parsed.data };
  const [issue] = parsed.error.issues;
  return { field: issue!.path.join('.') || null, message: issue!.message };
}

/** Only what looks like a number is repeated: the rest of a refused row may be anything. */
function numberOf(kind: Kind, row: unknown): string | null {
  const value = (row as Record<string, unknown> | null)?.[kind.numberField];
  return typeof value === 'string' && /^[\p{L}\p{N}._/-]{1,60}$/u.test(value) ? value : null;
}

/**
 * One intake transaction at a time per process, so that many feeds wait here and not in the pool that the
 * dispatchers' commands need.
 */
function inTurn<Done>(db: Db, work: () => Promise<Done>): Promise<Done> {
  const task = (turns.get(db) ?? Promise.resolve()).then(work, work);
  turns.set(db, task);
  return task;
}
const turns = new WeakMap<Db, Promise<unknown>>();
