import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from '../setup/setup.module.css';
import { RetryButton } from '../ui/buttons/retry-button.tsx';
import { conflictWords as words } from '../words/board/dispatch-words.ts';

type Props = {
  text: string;
  /** What others changed since, an item of the list each; while it is being asked null. */
  changes: readonly ReactNode[] | 'failed' | null;
  /** Do it again, on the thing as it is now; absent: nothing was refused yet. */
  retry?: (() => void) | undefined;
  /** What another try saves upon. */
  retryHint: string;
  busy?: boolean;
};

/** Another user changed the same thing since it was read: what, who and when, and whether to go on (ux.md U9). */
export function ChangedNotice({ text, changes, retry, retryHint, busy = false }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Alert color="orange" variant="light" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {open && <Changes changes={changes} />}
        {retry && (
          <Text size="xs" c="dimmed">
            {retryHint}
          </Text>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? words.hide : words.see}
          </Button>
          {retry && (
            <RetryButton retry={retry} busy={busy}>
              {words.retry}
            </RetryButton>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function Changes({ changes }: Pick<Props, 'changes'>) {
  if (changes === null) return <Text size="sm">{words.loading}</Text>;
  if (changes === 'failed') return <Text size="sm">{words.failed}</Text>;
  if (changes.length === 0) return <Text size="sm">{words.none}</Text>;
  return <ul className={styles.history}>{changes}</ul>;
}
