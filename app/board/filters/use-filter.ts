import { useEffect, useMemo, useState } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { type HasWords, isNarrowed, type Shows, showsOf, type VisitFilter } from './visit-filter.ts';

export type Filtering = {
  filter: VisitFilter;
  /** Whether a visit is among those asked for, whatever its state. */
  narrowed: (visit: CalendarVisit) => boolean;
  /** Whether it is shown. */
  shows: Shows;
};

/** What a board's filter asks of its visits: the same functions until the question changes. */
export function useFilter(filter: VisitFilter, technicians: ReadonlyMap<number, string>): Filtering {
  const hasWords = useWordSearch(filter.search !== '');
  const question = JSON.stringify(filter);
  return useMemo(() => {
    const same = JSON.parse(question) as VisitFilter;
    const narrowed = isNarrowed(same, technicians, hasWords);
    return { filter: same, narrowed, shows: showsOf(narrowed, same.only) };
  }, [question, technicians, hasWords]);
}

const load = () => import('../../../machines/search/fold.ts');

/** How words are looked for, fetched once any are typed: a board's first load does without. */
export function useWordSearch(isTyped: boolean): HasWords {
  const [hasWords, setHasWords] = useState<HasWords>();
  useEffect(() => {
    if (!isTyped) return;
    // Without it all is shown, as before a word is typed.
    load().then(
      (fold) => setHasWords(() => fold.hasWords),
      () => {},
    );
  }, [isTyped]);
  return hasWords;
}
