import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import { DroppedDialog } from '../../ui/content/dropped.tsx';
import type { DropProps } from '../../ui/plain/drop-button.tsx';
import { dayWords } from '../../words/board/day-words.ts';
import { filterWords as words } from '../../words/board/filter-words.ts';
import { useAddress } from '../use-address.ts';
import { VisitSearch } from './board-filters.tsx';
import styles from './filters.module.css';
import { contractorNames, noFilter, type VisitFilter } from './visit-filter.ts';

/** What can be chosen. */
export type FilterChoices = {
  filter: VisitFilter;
  technicians: readonly { id: number; name: string }[];
  kinds: readonly { value: number; text: string }[];
  symptoms: readonly { id: number; text: string }[];
  /** How the rows of a day are grouped and ordered; a week has none. */
  rows?: { byZone: boolean; order: string | null };
};

/** The filters of a board, each in the address at once. */
export function FilterFields({
  filter,
  technicians,
  kinds,
  symptoms,
  rows,
  ...drop
}: FilterChoices & DropProps) {
  const { set } = useAddress();
  const { technician, kind, symptom, contractor, search } = filter;
  const choose = (name: string) => (event: React.ChangeEvent<HTMLSelectElement>) =>
    set({ [name]: event.currentTarget.value || null });
  return (
    <DroppedDialog {...drop}>
      <Stack gap="sm" w={240}>
        {/* Over a week the bar of a phone has no room for it. */}
        {!rows && (
          <div className={styles.inDialog}>
            <VisitSearch label={words.searchWeek} value={search} />
          </div>
        )}
        <NativeSelect
          size="xs"
          label={dayWords.technician}
          value={technician ?? ''}
          onChange={choose('tecnico')}
          data={[
            { value: '', label: words.all },
            ...technicians.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <NativeSelect
          size="xs"
          label={words.kind}
          value={kind ?? ''}
          onChange={choose('clase')}
          data={[
            { value: '', label: words.allKinds },
            ...kinds.map(({ value, text }) => ({ value: String(value), label: text })),
          ]}
        />
        <NativeSelect
          size="xs"
          label={words.symptom}
          value={symptom ?? ''}
          onChange={choose('sintoma')}
          data={[
            { value: '', label: words.all },
            ...symptoms.map(({ id, text }) => ({ value: String(id), label: text })),
          ]}
        />
        <NativeSelect
          size="xs"
          label={words.contractor}
          value={contractor === null ? '' : contractorNames[contractor]}
          onChange={choose('contratista')}
          data={[
            { value: '', label: words.contractors.all },
            { value: contractorNames.only, label: words.contractors.only },
            { value: contractorNames.none, label: words.contractors.none },
          ]}
        />
        {rows && <RowFields {...rows} />}
        <Button
          size="xs"
          variant="default"
          onClick={() => set({ ...noFilter, ...(rows ? { grupo: null, ordenar: null } : {}) })}
        >
          {words.clear}
        </Button>
      </Stack>
    </DroppedDialog>
  );
}

/** How the rows of a day are ordered and grouped. */
function RowFields({ byZone, order }: { byZone: boolean; order: string | null }) {
  const { set } = useAddress();
  return (
    <>
      <NativeSelect
        size="xs"
        label={words.order}
        value={order ?? ''}
        onChange={(event) => set({ ordenar: event.currentTarget.value || null })}
        data={[
          { value: '', label: words.orders.name },
          { value: 'menos', label: words.orders.least },
          { value: 'mas', label: words.orders.most },
        ]}
      />
      <Checkbox
        size="xs"
        label={words.byZone}
        checked={byZone}
        onChange={(event) => set({ grupo: event.currentTarget.checked ? 'zona' : null })}
      />
    </>
  );
}
