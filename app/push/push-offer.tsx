import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { showDone, showRefused } from '../ui/toast.tsx';
import { pushWords as words } from '../words/push.ts';
import { type PushServer, type PushState, pushState, refusePush, renewPush, switchPushOn } from './push.ts';

/** Offers push messages to a technician who has visits, once; where they are on it keeps them on. */
export function PushOffer({ server, hasVisits }: { server: PushServer; hasVisits: boolean }) {
  // What this browser knows is known once it runs.
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => {
    setState(pushState());
    void renewPush(server);
  }, [server]);
  const accept = async () => {
    const reached = await switchPushOn(server);
    setState(reached === 'failed' ? 'on' : reached);
    if (reached === 'on') showDone(words.isOn);
    else if (reached === 'failed') showRefused(words.failed);
  };
  const refuse = () => {
    refusePush();
    setState('off');
  };
  if (state !== 'undecided' || !hasVisits) return null;
  return (
    <Alert variant="light" mt="sm" className="no-print">
      <Stack gap="xs">
        <Text size="sm" c="inherit">
          {words.offer}
        </Text>
        <Group gap="xs">
          <Button size="md" h={44} onClick={() => void accept()}>
            {words.accept}
          </Button>
          <Button size="md" h={44} variant="default" onClick={refuse}>
            {words.notNow}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
