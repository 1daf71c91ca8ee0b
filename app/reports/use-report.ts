import { useCallback, useEffect, useRef, useState } from 'react';
import { type ReportName, type ReportRow, reports } from '../../machines/reports.ts';
import { words } from '../words.ts';

export type Shown =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'shown'; rows: ReportRow[] }
  | { state: 'error'; text: string };

/** Long enough for a year at a slow moment; then it is said that there was no answer. */
const timeoutMs = 60_000;

/**
 * A report's rows (S2 §4 'Report screen'): idle until there is a question, then
 * loading, with what was shown before cleared, then shown or error. Asked again
 * by the returned function; an answer that comes after another question is dropped.
 * @param query the fields of the report's call; null: nothing is asked yet
 */
export function useReport(name: ReportName, query: string | null): { shown: Shown; ask: () => void } {
  const [shown, setShown] = useState<Shown>({ state: query === null ? 'idle' : 'loading' });
  const under = useRef<AbortController | null>(null);
  const ask = useCallback(() => {
    under.current?.abort();
    if (query === null) return setShown({ state: 'idle' });
    const mine = new AbortController();
    under.current = mine;
    setShown({ state: 'loading' });
    read(name, query, mine.signal).then((answer) => {
      if (!mine.signal.aborted) setShown(answer);
    });
  }, [name, query]);
  useEffect(() => {
    ask();
    return () => under.current?.abort();
  }, [ask]);
  return { shown, ask };
}

async function read(name: ReportName, query: string, signal: AbortSignal): Promise<Shown> {
  try {
    const response = await fetch(`/reports/rows/${name}?${query}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.status === 401 || response.redirected) window.location.assign('/login');
    const answer = (await response.json()) as { ok: boolean; rows?: ReportRow[]; text?: string };
    if (answer.ok && answer.rows)
      return { state: 'shown', rows: answer.rows.map((row) => revive(name, row)) };
    return { state: 'error', text: answer.text ?? words.reports.failed };
  } catch {
    return { state: 'error', text: words.reports.failed };
  }
}

/** Instants are texts on the wire. */
function revive(name: ReportName, row: ReportRow): ReportRow {
  const revived: Record<string, unknown> = { ...row };
  for (const { key, kind } of reports[name].columns)
    if (kind === 'instant' && typeof revived[key] === 'string') revived[key] = new Date(revived[key]);
  return revived as ReportRow;
}
