import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { RetryButton } from '../ui/retry-button.tsx';
import { conflictWords } from '../words/dispatch.ts';
import { EventLine, type WiredEvent } from './event-line.tsx';

type Props = {
  text: string;
  /** What changed since, oldest first; null while it is being asked. */
  events: readonly WiredEvent[] | 'failed' | null;
  /** Do it again, on the visit as it is now. */
  retry?: (() => void) | undefined;
  busy?: boolean;
};

/** Another user changed the visit since it was read: what, who and when, and whether to go on (ux.md U9). */
export function ConflictNotice({ text, events, retry, busy }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Alert color="orange" variant="light" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {open && <Changes events={events} />}
        {retry && (
          <Text size="xs" c="dimmed">
            {conflictWords.retryHint}
          </Text>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? conflictWords.hide : conflictWords.see}
          </Button>
          {retry && (
            <RetryButton retry={retry} busy={busy ?? false}>
              {conflictWords.retry}
            </RetryButton>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function Changes({ events }: Pick<Props, 'events'>) {
  if (events === null) return <Text size="sm">{conflictWords.loading}</Text>;
  if (events === 'failed') return <Text size="sm">{conflictWords.failed}</Text>;
  if (events.length === 0) return <Text size="sm">{conflictWords.none}</Text>;
  return (
    <ul style={{ margin: 0, paddingLeft: '1.125rem' }}>
      {events.map((event) => (
        <li key={event.version}>
          <EventLine event={event} />
        </li>
      ))}
    </ul>
  );
}
