import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { SerializeFrom } from '@remix-run/node';
import { useState } from 'react';
import type { OpenSession } from '../../../db/reads/people/sessions.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { useReading } from '../../data/revalidate.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { profileWords } from '../../words/shell/profile-words.ts';

/** Where the user is signed in, with 'cerrar' for every other place. */
export function SessionList(props: { sessions: SerializeFrom<OpenSession>[]; current: string }) {
  const read = useReading();
  const [ending, setEnding] = useState<string | null>(null);
  const end = async (id: string) => {
    setEnding(id);
    const outcome = await sendCommand('endSession', { session_id: id }, newKey());
    setEnding(null);
    if (outcome.ok) showDone(profileWords.ended);
    else showRefused(outcome.text || profileWords.noNetwork);
    read();
  };
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {props.sessions.map((session) => {
        const name = session.kind === 'api' ? profileWords.api : nameOf(session.userAgent);
        return (
          <Group key={session.id} component="li" justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {profileWords.since(formatInstant(new Date(session.createdAt)))} ·{' '}
                {profileWords.lastSeen(formatInstant(new Date(session.lastSeenAt)))}
              </Text>
            </div>
            {session.id === props.current ? (
              <Badge variant="light" tt="none">
                {profileWords.thisSession}
              </Badge>
            ) : (
              <Button
                size="xs"
                variant="default"
                loading={ending === session.id}
                onClick={() => end(session.id)}
                aria-label={profileWords.endLabel(name)}
              >
                {profileWords.end}
              </Button>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}

/** The browser and its system, as far as it says. */
function nameOf(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = /Edg\//.test(text)
    ? 'Edge'
    : /Firefox\//.test(text)
      ? 'Firefox'
      : /Chrome\//.test(text)
        ? 'Chrome'
        : /Safari\//.test(text)
          ? 'Safari'
          : null;
  const system = /Android/.test(text)
    ? 'Android'
    : /iPhone|iPad/.test(text)
      ? 'iOS'
      : /Windows/.test(text)
        ? 'Windows'
        : /Mac OS/.test(text)
          ? 'macOS'
          : /Linux/.test(text)
            ? 'Linux'
            : null;
  return [browser, system].filter(Boolean).join(' · ') || profileWords.unknownAgent;
}
