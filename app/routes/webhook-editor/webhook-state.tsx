import { Group, Text } from '@mantine/core';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { HealthMark } from '../../webhooks/marks.tsx';
import { webhookWords as words } from '../../words/setup/webhooks-words.ts';
import type { ShownWebhook } from './webhook-input.ts';

type Props = { webhook: ShownWebhook };

/** How a webhook does, since when it fails, and until when its former secret signs too. */
export const WebhookState = ({ webhook: { health, failingSince, oldSecretUntil } }: Props) => (
  <Group gap="md">
    <HealthMark health={health} />
    {failingSince && (
      <Text size="sm" c="dimmed">
        {words.since(formatInstant(new Date(failingSince)))}
      </Text>
    )}
    {oldSecretUntil && (
      <Text size="sm" c="dimmed">
        {words.oldSecret(formatInstant(new Date(oldSecretUntil)))}
      </Text>
    )}
  </Group>
);
