import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SettingEventLine } from '../setup/history.tsx';
import type { WiredSettingEvent } from '../setup/setting-event-text.ts';
import styles from '../setup/setup.module.css';
import { RetryButton } from '../ui/retry-button.tsx';
import { setupWords } from '../words/setup.ts';

type Props = {
  text: string;
  /** What others changed since, newest first: a setting's events, or lines of the screen's own. */
  events: WiredSettingEvent[] | ReactNode[];
  /** Do it again, on the thing as it is now; absent: nothing was refused yet. */
  retry?: (() => void) | undefined;
  busy?: boolean;
};

/** Another user changed the same thing since it was read: what, who and when, and whether to go on (ux.md U9). */
export function ChangedNotice({ text, events, retry, busy }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Alert color="orange" variant="light" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {open &&
          (events.length === 0 ? (
            <Text size="sm">{setupWords.noChanges}</Text>
          ) : (
            <ul className={styles.history}>
              {events.map((event) =>
                isEvent(event) ? <SettingEventLine key={event.version} event={event} /> : event,
              )}
            </ul>
          ))}
        {retry && (
          <Text size="xs" c="dimmed">
            {setupWords.retryHint}
          </Text>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? setupWords.hide : setupWords.see}
          </Button>
          {retry && (
            <RetryButton retry={retry} busy={busy ?? false}>
              {setupWords.retry}
            </RetryButton>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

const isEvent = (event: WiredSettingEvent | ReactNode): event is WiredSettingEvent =>
  typeof event === 'object' && event !== null && 'version' in event;
