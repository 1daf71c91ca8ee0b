import { useRef, useState } from 'react';
import { type CommandName, type CommandOutcome, newKey, sendCommand } from '../data/send-command.ts';

/** What came back, and the key that it was sent with, by which it can be undone. */
export type Sent = CommandOutcome & { key: string };

/**
 * Send a command, one at a time: a second press while one is under way is none
 * (ux.md U7). What is sent again after a lost answer keeps its key, anything
 * else gets another.
 * @param options.oneIntent whatever is sent after a lost answer keeps its key: what was done is not done twice
 */
export function useSend({ oneIntent = false } = {}) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const last = useRef({ key: '', text: '' });
  const send = async (name: CommandName, input: object): Promise<Sent | null> => {
    if (sending.current) return null;
    sending.current = true;
    setBusy(true);
    const text = oneIntent ? name : `${name} ${JSON.stringify(input)}`;
    if (last.current.text !== text) last.current = { key: newKey(), text };
    const { key } = last.current;
    const outcome = await sendCommand(name, input, key);
    if (outcome.ok || outcome.status !== 0) last.current = { key: '', text: '' };
    sending.current = false;
    setBusy(false);
    return { ...outcome, key };
  };
  return { busy, send };
}
