import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { DropButton } from '../../ui/plain/drop-button.tsx';
import { filterWords as words } from '../../words/board/filter-words.ts';
import type { FilterChoices } from './filter-choices.ts';
import styles from './filters.module.css';
import { countOfFilter } from './visit-filter.ts';
import { VisitSearch } from './visit-search.tsx';

const loadFields = () => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields);

type Props = FilterChoices & {
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
