import { useLazyPart } from '../../ui/parts/use-lazy-part.ts';
import styles from './filters.module.css';
import type { WeekFiltersProps } from './week-filters.tsx';

const load = () => import('./week-filters.tsx').then(({ WeekFilters }) => WeekFilters);
const nothing = () => {};

/** A week is read before it is filtered: the first load does without, and keeps its place. */
export function LazyWeekFilters(props: WeekFiltersProps) {
  const { Part } = useLazyPart<WeekFiltersProps>(true, load, nothing);
  return Part ? <Part {...props} /> : <div className={styles.place} />;
}
