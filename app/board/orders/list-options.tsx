import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { DroppedDialog } from '../../ui/content/dropped.tsx';
import type { DropProps } from '../../ui/plain/drop-button.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import type { BoardParams } from '../board-params.ts';

type Props = {
  params: BoardParams;
  types: readonly { value: number; text: string }[];
  set: (changes: Record<string, string | null>) => void;
};

/** Which orders the list has. */
export function ListOptions({ params, types, set, ...drop }: Props & DropProps) {
  return (
    <DroppedDialog {...drop}>
      <Stack gap="sm">
        <Checkbox
          label={boardWords.contractors}
          checked={params.contractors}
          onChange={(event) => set({ contratistas: event.currentTarget.checked ? '1' : null })}
        />
        <Checkbox
          label={boardWords.unscheduled}
          checked={params.unscheduledOnly}
          onChange={(event) => set({ sinvisita: event.currentTarget.checked ? '1' : null })}
        />
        <NativeSelect
          label={boardWords.orderType}
          value={params.type ?? ''}
          onChange={(event) => set({ tipo: event.currentTarget.value || null })}
          data={[
            { value: '', label: boardWords.allTypes },
            ...types.map(({ value, text }) => ({ value: String(value), label: text })),
          ]}
        />
      </Stack>
    </DroppedDialog>
  );
}
