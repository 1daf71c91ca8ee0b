import { Button, Checkbox, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { dayWords as words } from '../../words/board/day-words.ts';
import { useAddress } from '../use-address.ts';
import { contractorNames, type DayParams } from './day-params.ts';

type Props = {
  params: DayParams;
  kinds: readonly { value: number; text: string }[];
  technicians: readonly { id: number; name: string }[];
};

/** What of the day is shown besides its zone and state, in the address. */
export function DayFilters({ params, kinds, technicians }: Props) {
  const { kind, technician, contractor, byZone } = params;
  const active = [kind, technician, contractor].filter((filter) => filter !== null).length;
  return (
    <Popover position="bottom-end" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant={active > 0 || byZone ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        >
          {words.filters}
          {active > 0 && ` (${active})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.filters}>
        <FilterFields params={params} kinds={kinds} technicians={technicians} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterFields({ params, kinds, technicians }: Props) {
  const { set } = useAddress();
  const { kind, technician, contractor, byZone } = params;
  return (
    <Stack gap="sm" w={240}>
      <NativeSelect
        size="xs"
        label={words.technician}
        value={technician ?? ''}
        onChange={(event) => set({ tecnico: event.currentTarget.value || null })}
        data={[
          { value: '', label: words.all },
          ...technicians.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={words.kind}
        value={kind ?? ''}
        onChange={(event) => set({ clase: event.currentTarget.value || null })}
        data={[
          { value: '', label: words.allKinds },
          ...kinds.map(({ value, text }) => ({ value: String(value), label: text })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={words.contractor}
        value={contractor === null ? '' : contractorNames[contractor]}
        onChange={(event) => set({ contratista: event.currentTarget.value || null })}
        data={[
          { value: '', label: words.contractors.all },
          { value: contractorNames.only, label: words.contractors.only },
          { value: contractorNames.none, label: words.contractors.none },
        ]}
      />
      <Checkbox
        size="xs"
        label={words.byZone}
        checked={byZone}
        onChange={(event) => set({ grupo: event.currentTarget.checked ? 'zona' : null })}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() => set({ tecnico: null, clase: null, contratista: null, grupo: null, buscar: null })}
      >
        {words.clear}
      </Button>
    </Stack>
  );
}
