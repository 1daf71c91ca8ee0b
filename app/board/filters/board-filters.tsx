import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DropButton } from '../../ui/plain/drop-button.tsx';
import plain from '../../ui/plain/plain.module.css';
import { filterWords as words } from '../../words/board/filter-words.ts';
import { useAddress } from '../use-address.ts';
import type { FilterChoices } from './filter-fields.tsx';
import styles from './filters.module.css';
import { countOfFilter, type VisitFilter } from './visit-filter.ts';

const loadFields = () => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields);

type Props = FilterChoices & {
  filter: VisitFilter;
  /** Names the search. */
  label: string;
};

/** What of a board is shown besides its zone and state, the same in every view: words as they are typed, and the filters' dialog. */
export function BoardFilters({ label, ...choices }: Props) {
  const { filter, rows } = choices;
  const count = countOfFilter(filter);
  return (
    <div className={styles.filters}>
      <VisitSearch label={label} value={filter.search} />
      <DropButton
        kind="dialog"
        label={words.filters}
        load={loadFields}
        given={choices}
        size="small"
        look={count > 0 || rows?.byZone ? 'light' : 'default'}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden />
        {words.filters}
        {count > 0 && ` (${count})`}
      </DropButton>
    </div>
  );
}

/** As it is typed; in the address once a pause says that it is meant. */
export function VisitSearch({ label, value }: { label: string; value: string }) {
  const { set } = useAddress();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => set({ buscar: typed.trim() || null }), 200);
    return () => clearTimeout(timer);
  }, [typed, value, set]);
  return (
    <input
      type="search"
      className={`${plain.input} ${styles.search}`}
      aria-label={label}
      placeholder={words.searchHint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
