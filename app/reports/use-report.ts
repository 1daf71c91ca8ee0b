import { useCallback, useEffect, useRef, useState } from 'react';
import { type ReportName, type ReportRow, reviveRow } from '../../machines/report/reports.ts';
import { type Live, useLive } from '../data/live.ts';
import { reportsWords } from '../words/shell/reports-words.ts';

export type Shown =
  | { state: 'idle' }
  /** `progress`: 0 to 100 while it is being generated; null: nothing is known yet. */
  | { state: 'loading'; progress: number | null }
  /** `version`: of the operation, where the rows are of this moment and follow its news. */
  | { state: 'shown'; rows: ReportRow[]; version: number | null }
  | { state: 'error'; text: string };

/** Long enough for a year at a slow moment; then it is said that there was no answer. */
const timeoutMs = 60_000;
/** While it is being generated it is asked again at least this often: the socket may be disconnected. */
const askAgainMs = 5_000;

/**
 * A report's rows (S2 §4 'Report screen'): idle until there is a question, then
 * loading, with what was shown before cleared, then shown or error. Asked again
 * by the returned function; an answer that comes after another question is dropped,
 * and leaving the screen or asking another question ends the wait. `refresh` asks behind what is shown, which stays
 * until there is an answer; false: there was none.
 * @param query the fields of the report's call; null: nothing is asked yet
 */
export function useReport(
  name: ReportName,
  query: string | null,
): { shown: Shown; ask: () => void; refresh: () => Promise<boolean> } {
  const live = useLive();
  // What is held belongs to its question: under another one it is not shown, not even for one drawing.
  const [latest, setLatest] = useState<{ query: string | null; shown: Shown }>({
    query: null,
    shown: loading,
  });
  const under = useRef<AbortController | null>(null);
  const ask = useCallback(() => {
    under.current?.abort();
    if (query === null) return;
    const mine = new AbortController();
    under.current = mine;
    const show = (next: Shown) => {
      if (!mine.signal.aborted) setLatest({ query, shown: next });
    };
    show(loading);
    const onProgress = (progress: number) => show({ state: 'loading', progress });
    generate(live, name, query, mine.signal, onProgress).then(show, () => show(failed()));
  }, [live, name, query]);
  useEffect(() => {
    ask();
    return () => under.current?.abort();
  }, [ask]);
  const refresh = useCallback(async () => {
    const signal = under.current?.signal;
    if (query === null || !signal) return true;
    const next = await generate(live, name, query, signal, () => {}).catch(() => failed());
    if (signal.aborted) return true;
    if (next.state === 'shown') setLatest({ query, shown: next });
    return next.state === 'shown';
  }, [live, name, query]);
  if (query === null) return { shown: { state: 'idle' }, ask, refresh };
  return { shown: latest.query === query ? latest.shown : loading, ask, refresh };
}

const loading: Shown = { state: 'loading', progress: null };
const failed = (text: string = reportsWords.failed): Shown => ({ state: 'error', text });

type Answer = {
  ok: boolean;
  rows?: ReportRow[];
  version?: number | null;
  run?: string;
  progress?: number;
  since?: string;
  text?: string;
};

/** Asks until there are rows, and reports the progress; the same question each time, by its `since`. */
async function generate(
  live: Live,
  name: ReportName,
  query: string,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<Shown> {
  for (let since: string | undefined; ; ) {
    const answer = await read(name, since === undefined ? query : `${query}&since=${since}`, signal);
    if (answer.ok && answer.rows)
      return {
        state: 'shown',
        rows: answer.rows.map((row) => reviveRow(name, row)),
        version: answer.version ?? null,
      };
    if (!answer.ok || answer.run === undefined) return failed(answer.text);
    since ??= answer.since;
    onProgress(answer.progress ?? 0);
    const state = await live.report(
      answer.run,
      onProgress,
      AbortSignal.any([signal, AbortSignal.timeout(askAgainMs)]),
    );
    signal.throwIfAborted();
    if (state === 'failed') return failed();
  }
}

async function read(name: ReportName, query: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(`/reports/rows/${name}?${query}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (response.status === 401 || response.redirected) window.location.assign('/login');
  return (await response.json()) as Answer;
}
