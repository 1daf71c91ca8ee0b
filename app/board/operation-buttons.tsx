import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { IconArrowUpRight, IconLayoutRows } from '@tabler/icons-react';
import { boardWords } from '../words/board.ts';
import styles from './board.module.css';
import { mostOperations, toggled } from './shown-operations.ts';

type Props = {
  operations: readonly { code: string; name: string }[];
  /** Shown by another installation, which the browser is led to. */
  elsewhere: readonly { code: string; name: string }[];
  /** Those on the board, the main one first. */
  shown: readonly string[];
  /** Show one alone. */
  choose: (code: string) => void;
  /** Show several; null: this board has no room for them. */
  show: ((shown: readonly string[]) => void) | null;
};

/** Which operations are shown: a press shows one alone, one with Ctrl or Cmd adds it or takes it out. */
export function OperationButtons({ operations, elsewhere, shown, choose, show }: Props) {
  return (
    <div className={styles.operations}>
      <nav aria-label={boardWords.operations} className={styles.operationNames}>
        {operations.map(({ code, name }) => (
          <Button
            key={code}
            size="xs"
            variant={code === shown[0] ? 'filled' : shown.includes(code) ? 'light' : 'default'}
            aria-pressed={shown.includes(code)}
            onClick={(event) =>
              show && (event.ctrlKey || event.metaKey) ? show(toggled(shown, code)) : choose(code)
            }
          >
            {name}
          </Button>
        ))}
        {elsewhere.map(({ code, name }) => (
          <Button
            key={code}
            size="xs"
            variant="default"
            title={boardWords.elsewhere}
            rightSection={<IconArrowUpRight size={14} aria-hidden />}
            onClick={() => choose(code)}
          >
            {name}
          </Button>
        ))}
      </nav>
      {show && <Several {...{ operations, shown, show }} />}
    </div>
  );
}

type SeveralProps = Pick<Props, 'operations' | 'shown'> & { show: NonNullable<Props['show']> };

/** The same by finger and by keyboard. */
function Several({ operations, shown, show }: SeveralProps) {
  const full = shown.length === mostOperations;
  return (
    <Popover position="bottom-start" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconLayoutRows size={16} aria-hidden />}
        >
          {boardWords.several}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
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
      </Popover.Dropdown>
    </Popover>
  );
}
