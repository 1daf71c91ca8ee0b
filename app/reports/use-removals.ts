import { useEffect, useRef, useState } from 'react';
import { calendarVisit } from '../../db/reads/visits/calendar-row.ts';
import type { ReportRow } from '../../machines/report/reports.ts';
import { useLive } from '../data/live.ts';
import type { Shown } from './use-report.ts';

/**
 * A visit that is closed, or changed, while the list of unclosed visits is open: the list is read again behind
 * what it shows. @returns whether that failed, so that it shows what is so no more (S1 §8 'Unclosed list removal')
 */
export function useRemovals(
  operation: string | null,
  shown: Shown,
  refresh: () => Promise<boolean>,
): boolean {
  const live = useLive();
  const [failed, setFailed] = useState(false);
  const version = shown.state === 'shown' ? shown.version : null;
  const use = useRef({ shown, refresh });
  useEffect(() => {
    use.current = { shown, refresh };
  });
  useEffect(() => {
    setFailed(false);
    if (operation === null || version === null) return;
    let seen = version;
    let left = false;
    const read = async () => {
      const done = await use.current.refresh();
      if (!left && !done) setFailed(true);
    };
    const stop = live.watch(operation, {
      version: () => seen,
      apply: (changes) => {
        seen = Math.max(seen, changes.to);
        const touched = new Set(changes.visits.map((row) => calendarVisit(row).id));
        if (idsOf(use.current.shown).some((id) => touched.has(id))) void read();
      },
      reload: () => void read(),
    });
    live.loaded(operation);
    return () => {
      left = true;
      stop();
    };
  }, [live, operation, version]);
  return failed;
}

const idsOf = (shown: Shown): number[] =>
  shown.state === 'shown' ? (shown.rows as ReportRow<'unclosed'>[]).map(({ id }) => id) : [];
