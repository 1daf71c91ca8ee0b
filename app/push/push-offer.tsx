import { useEffect, useState } from 'react';
import plain from '../ui/plain/plain.module.css';
import { PlainButton, PlainNotice } from '../ui/plain/plain.tsx';
import { showDone, showRefused } from '../ui/toasts/toast.ts';
import { pushWords as words } from '../words/technician/push-words.ts';
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
    <PlainNotice className="no-print">
      <span>{words.offer}</span>
      <div className={plain.row}>
        <PlainButton size="finger" onClick={() => void accept()}>
          {words.accept}
        </PlainButton>
        <PlainButton size="finger" look="default" onClick={refuse}>
          {words.notNow}
        </PlainButton>
      </div>
    </PlainNotice>
  );
}
