import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { showDone, showRefused } from '../ui/toasts/toast.ts';
import { pushWords as words } from '../words/technician/push-words.ts';
import { type PushServer, type PushState, pushState, switchPushOff, switchPushOn } from './push.ts';

/** Push messages of this browser, on or off; where it has none it says so. */
export function PushSwitch({ server }: { server: PushServer }) {
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setState(pushState()), []);
  const change = async (on: boolean) => {
    setBusy(true);
    const reached = await (on ? switchPushOn(server) : switchPushOff());
    setBusy(false);
    if (reached === 'failed') return showRefused(words.failed);
    setState(reached);
    if (reached === 'on' || reached === 'off') showDone(reached === 'on' ? words.isOn : words.isOff);
  };
  return (
    <Switch
      label={words.label}
      description={state === 'none' ? words.none : state === 'blocked' ? words.blocked : words.hint}
      checked={state === 'on'}
      disabled={busy || state === null || state === 'none' || state === 'blocked'}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
