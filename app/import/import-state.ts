import type { Added } from '../../machines/order/intake.ts';
import { plainWords } from '../../machines/search/fold.ts';
import type { ImportKind, ImportLine, ImportRow, ImportSheet } from '../../machines/wire/import-lines.ts';
import type { importWords as words } from '../words/setup/import-words.ts';
import type { ChosenFile } from './send-file.ts';

/** A trial or an import, as far as it has come. */
export type Run = {
  sheet: ImportSheet | null;
  rows: ImportRow[];
  added: Added[];
  /** `broken`: it stopped before its end, `why` says why. */
  state: 'under-way' | 'ended' | 'broken';
  why: string | null;
};

export type ImportState = {
  file: ChosenFile | null;
  /** Null: by the columns. */
  kind: ImportKind | null;
  trial: Run | null;
  real: Run | null;
  /** Why the file cannot be tried. */
  problem: string | null;
};

export type ImportStep =
  | { step: 'chosen'; file: ChosenFile | null; problem?: string }
  | { step: 'kind'; kind: ImportKind | null }
  | { step: 'begun'; trial: boolean; kind: ImportKind | null }
  | { step: 'line'; line: ImportLine }
  | { step: 'broken'; why: string }
  | { step: 'refused'; why: string };

export const atFirst: ImportState = { file: null, kind: null, trial: null, real: null, problem: null };

const begun: Run = { sheet: null, rows: [], added: [], state: 'under-way', why: null };

/** What a step makes of the state. Lines belong to the run that is under way. */
export function nextState(state: ImportState, step: ImportStep): ImportState {
  switch (step.step) {
    case 'chosen':
      return { ...atFirst, kind: state.kind, file: step.file, problem: step.problem ?? null };
    case 'kind':
      return { ...state, kind: step.kind };
    case 'begun':
      return step.trial
        ? { ...state, kind: step.kind, trial: begun, real: null, problem: null }
        : { ...state, real: begun, problem: null };
    case 'line':
      return withRun(state, (run) => withLine(run, step.line));
    case 'broken':
      return withRun(state, (run) => ({ ...run, state: 'broken', why: step.why }));
    case 'refused':
      // Nothing was taken: what the trial said still holds.
      return state.real
        ? { ...state, real: null, problem: step.why }
        : { ...state, trial: null, problem: step.why };
  }
}

function withRun(state: ImportState, change: (run: Run) => Run): ImportState {
  if (state.real) return { ...state, real: change(state.real) };
  return state.trial ? { ...state, trial: change(state.trial) } : state;
}

function withLine(run: Run, line: ImportLine): Run {
  if ('sheet' in line) return { ...run, sheet: line.sheet };
  if ('rows' in line)
    return { ...run, rows: [...run.rows, ...line.rows], added: [...run.added, ...line.added] };
  if ('failed' in line) return { ...run, state: 'broken', why: line.failed };
  return { ...run, state: 'ended' };
}

export type Filter = keyof typeof words.outcomes;

const isMarked = (row: ImportRow): boolean => row.outcome !== 'refused' && (row.marks?.length ?? 0) > 0;

const belongs = (row: ImportRow, filter: Filter): boolean =>
  filter === 'all' || (filter === 'marked' ? isMarked(row) : row.outcome === filter);

/** How many rows each filter shows. */
export function countRows(rows: readonly ImportRow[]): Record<Filter, number> {
  const counts = { all: rows.length, created: 0, changed: 0, unchanged: 0, refused: 0, marked: 0 };
  for (const row of rows) {
    counts[row.outcome]++;
    if (isMarked(row)) counts.marked++;
  }
  return counts;
}

/** The rows of a filter that have what is typed, whatever its capitals and accents. */
export function findRows(rows: readonly ImportRow[], filter: Filter, typed: string): ImportRow[] {
  const search = plain(typed);
  return rows.filter((row) => belongs(row, filter) && (search === '' || textOf(row).includes(search)));
}

const plain = (text: string) => plainWords(text).join(' ');

const texts = new WeakMap<ImportRow, string>();
function textOf(row: ImportRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    const problems = row.outcome === 'refused' ? [row.problem] : (row.marks ?? []);
    const changes = row.outcome === 'changed' ? row.changes : [];
    text = plain(
      [
        ...[row.number ?? '', row.about],
        ...problems.flatMap(({ field, message }) => [field ?? '', message]),
        ...changes.flatMap(({ field, from, to }) => [field, String(from ?? ''), String(to ?? '')]),
      ].join(' '),
    );
    texts.set(row, text);
  }
  return text;
}
