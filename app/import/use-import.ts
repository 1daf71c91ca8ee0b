import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react';
import { type ImportKind, importLimits } from '../../machines/wire/import-lines.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { importWords as words } from '../words/setup/import-words.ts';
import { atFirst, type ImportState, type ImportStep, nextState } from './import-state.ts';
import { type ChosenFile, FileRefused, readChosen, sendFile } from './send-file.ts';

/** A spreadsheet on its way: chosen, tried, imported. */
export function useImport() {
  const { userId } = useViewer();
  const [state, take] = useReducer(nextState, atFirst);
  const latest = useRef<ImportState>(state);
  latest.current = state;
  const { run, stop, forget } = useSending(userId, take);

  const choose = useCallback(
    async (file: File | null) => {
      if (!file) return;
      forget();
      if (file.size > importLimits.bytes) {
        take({ step: 'chosen', file: null, problem: refuse('import-too-large').text });
        return;
      }
      const chosen = await readChosen(file).catch(() => null);
      take(
        chosen ? { step: 'chosen', file: chosen } : { step: 'chosen', file: null, problem: words.unreadable },
      );
      if (chosen) await run(chosen, latest.current.kind, true);
    },
    [run, forget],
  );

  return {
    state,
    choose,
    /** What the file has, said by the user; null: by its columns. */
    setKind: (kind: ImportKind | null) =>
      state.file ? void run(state.file, kind, true) : take({ step: 'kind', kind }),
    tryAgain: () => void (state.file && run(state.file, state.kind, true)),
    importIt: () => void (state.file && run(state.file, state.kind, false)),
    stop,
    another: () => take({ step: 'chosen', file: null }),
  };
}

/** Sends one file at a time and takes each line of the answer: a run ends the one before. */
function useSending(userId: number, take: Dispatch<ImportStep>) {
  const underWay = useRef<AbortController>();
  useEffect(() => () => underWay.current?.abort(), []);
  const run = useCallback(
    async (file: ChosenFile, kind: ImportKind | null, trial: boolean) => {
      underWay.current?.abort();
      const stop = new AbortController();
      underWay.current = stop;
      take({ step: 'begun', trial, kind });
      let ended = false;
      try {
        for await (const line of sendFile(file, { kind, trial, userId, signal: stop.signal })) {
          if (underWay.current !== stop) return;
          ended = 'ended' in line || 'failed' in line;
          take({ step: 'line', line });
        }
        if (!ended) take({ step: 'broken', why: words.cut });
      } catch (error) {
        if (underWay.current !== stop) return;
        if (error instanceof FileRefused) take({ step: 'refused', why: error.message });
        else if (stop.signal.aborted)
          take({ step: 'broken', why: trial ? words.stopped : words.importStopped });
        else take({ step: 'broken', why: words.cut });
      }
    },
    [userId, take],
  );
  const stop = useCallback(() => underWay.current?.abort(), []);
  /** Ends it too, and takes no word of it any more. */
  const forget = useCallback(() => {
    underWay.current?.abort();
    underWay.current = undefined;
  }, []);
  return { run, stop, forget };
}
