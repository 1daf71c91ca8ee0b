import { Checkbox, Stack, Text } from '@mantine/core';
import { DroppedDialog } from '../ui/content/dropped.tsx';
import type { DropProps } from '../ui/plain/drop-button.tsx';
import { boardWords } from '../words/board/board-words.ts';
import { mostOperations, toggled } from './shown-operations.ts';

type Props = {
  operations: readonly { code: string; name: string }[];
  /** Those on the board, the main one first. */
  shown: readonly string[];
  show: (shown: readonly string[]) => void;
};

/** Which operations are shown together: the same as a press with Ctrl, by finger and by keyboard. */
export function SeveralOperations({ operations, shown, show, ...drop }: Props & DropProps) {
  const full = shown.length === mostOperations;
  return (
    <DroppedDialog {...drop} position="bottom-start">
      <Stack gap="sm" maw={260}>
        <Text size="sm" fw={650}>
          {boardWords.severalTitle}
        </Text>
        {operations.map(({ code, name }) => {
          const on = shown.includes(code);
          return (
            <Checkbox
              key={code}
              label={name}
              checked={on}
              disabled={on ? shown.length === 1 : full}
              onChange={() => show(toggled(shown, code))}
            />
          );
        })}
        <Text size="xs" c="dimmed">
          {boardWords.severalHint(mostOperations)}
        </Text>
      </Stack>
    </DroppedDialog>
  );
}
