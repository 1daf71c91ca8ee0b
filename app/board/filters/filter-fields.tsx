import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import { DroppedDialog } from '../../ui/content/dropped.tsx';
import type { DropProps } from '../../ui/plain/drop-button.tsx';
import { dayWords } from '../../words/board/day-words.ts';
import { filterWords as words } from '../../words/board/filter-words.ts';
import { useAddress } from '../use-address.ts';
import type { FilterChoices } from './filter-choices.ts';
import styles from './filters.module.css';
import { contractorNames, noFilter } from './visit-filter.ts';
import { VisitSearch } from './visit-search.tsx';

/** The filters of a board, each in the address at once. */
export function FilterFields({
  filter,
  technicians,
  kinds,
  symptoms,
  rows,
  ...drop
}: FilterChoices & DropProps) {
  const { technician, kind, symptom, contractor, search } = filter;
  return (
    <DroppedDialog {...drop}>
      <Stack gap="sm" w={240}>
        {/* Over a week the bar of a phone has no room for it. */}
        {!rows && (
          <div className={styles.inDialog}>
            <VisitSearch label={words.searchWeek} value={search} />
          </div>
        )}
        <Choice
          label={dayWords.technician}
          name="tecnico"
          value={technician}
          all={words.all}
          choices={technicians.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Choice
          label={words.kind}
          name="clase"
          value={kind}
          all={words.allKinds}
          choices={kinds.map(({ value, text }) => ({ value: String(value), label: text }))}
        />
        <Choice
          label={words.symptom}
          name="sintoma"
          value={symptom}
          all={words.all}
          choices={symptoms.map(({ id, text }) => ({ value: String(id), label: text }))}
        />
        <Choice
          label={words.contractor}
          name="contratista"
          value={contractor && contractorNames[contractor]}
          all={words.contractors.all}
          choices={[
            { value: contractorNames.only, label: words.contractors.only },
            { value: contractorNames.none, label: words.contractors.none },
          ]}
        />
        {rows && <RowFields {...rows} />}
        <ClearButton withRows={rows !== undefined} />
      </Stack>
    </DroppedDialog>
  );
}

/** Takes all of it out of the address. */
function ClearButton({ withRows }: { withRows: boolean }) {
  const { set } = useAddress();
  const cleared = { ...noFilter, ...(withRows ? { grupo: null, ordenar: null } : {}) };
  return (
    <Button size="xs" variant="default" onClick={() => set(cleared)}>
      {words.clear}
    </Button>
  );
}

type ChoiceProps = {
  label: string;
  /** In the address. */
  name: string;
  value: number | string | null;
  /** What stands for no choice. */
  all: string;
  choices: { value: string; label: string }[];
};

function Choice({ label, name, value, all, choices }: ChoiceProps) {
  const { set } = useAddress();
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value ?? ''}
      onChange={(event) => set({ [name]: event.currentTarget.value || null })}
      data={[{ value: '', label: all }, ...choices]}
    />
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
