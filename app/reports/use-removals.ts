import { useState } from 'react';
import { calendarVisit } from '../../db/reads/visits/calendar-row.ts';
import type { ReportRow } from '../../machines/report/reports.ts';
import { useChanges } from '../data/use-changes.ts';
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
  const { rows, version } = shown.state === 'shown' ? shown : { rows: null, version: null };
  /** The rows that are still shown although reading them again failed. */
  const [failed, setFailed] = useState<ReportRow[] | null>(null);
  const read = async () => {
    if (!(await refresh())) setFailed(rows);
  };
  useChanges(operation === null || version === null ? [] : [{ operation, version }], {
    apply: (changes) => {
      const touched = new Set(changes.visits.map((row) => calendarVisit(row).id));
      if (idsOf(rows).some((id) => touched.has(id))) void read();
    },
    reload: () => void read(),
  });
  return rows !== null && failed === rows;
}

const idsOf = (rows: ReportRow[] | null): number[] =>
  ((rows ?? []) as ReportRow<'unclosed'>[]).map(({ id }) => id);
