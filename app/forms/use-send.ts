import { useRef, useState } from 'react';
import { type CommandName, type CommandOutcome, newKey, sendCommand } from '../command.ts';

/**
 * Send a command, one at a time: a second press while one is under way is none
 * (ux.md U7). What is sent again after a lost answer keeps its key, anything
 * else gets another.
 */
export function useSend() {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const last = useRef({ key: '', text: '' });
  const send = async (name: CommandName, input: object): Promise<CommandOutcome | null> => {
    if (sending.current) return null;
    sending.current = true;
    setBusy(true);
    const text = `${name} ${JSON.stringify(input)}`;
    if (last.current.text !== text) last.current = { key: newKey(), text };
    const outcome = await sendCommand(name, input, last.current.key);
    if (outcome.ok || outcome.status !== 0) last.current = { key: '', text: '' };
    sending.current = false;
    setBusy(false);
    return outcome;
  };
  return { busy, send };
}
