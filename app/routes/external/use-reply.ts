import { useRef, useState } from 'react';
import type { CustomerStep } from '../../../machines/customer/conversation.ts';
import type { CustomerView } from '../../../machines/customer/customer-view.ts';
import { commandTimeoutMs, newKey } from '../../data/send-command.ts';
import { externalWords } from '../../words/shell/external-words.ts';

type Answer = { ok: true; view: CustomerView } | { ok: false; text: string };

/**
 * Send a customer's step, one at a time. What is sent again after a lost answer
 * keeps its key, so that it acts once.
 */
export function useReply(token: string, show: (view: CustomerView) => void) {
  const [busy, setBusy] = useState<CustomerStep | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useRef(false);
  const last = useRef({ text: '', key: '' });
  const send = async (step: CustomerStep, input: object): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    setBusy(step);
    setFailure(null);
    const body = JSON.stringify({ step, ...input });
    if (last.current.text !== body) last.current = { text: body, key: newKey() };
    const answer = await post(token, body, last.current.key);
    if (answer) last.current = { text: '', key: '' };
    sending.current = false;
    setBusy(null);
    if (answer?.ok) show(answer.view);
    else setFailure(answer?.text ?? externalWords.conversation.failed);
    return answer?.ok ?? false;
  };
  return { busy, failure, send, forget: () => setFailure(null) };
}

/** Null: no answer, so its outcome is unknown. */
async function post(token: string, body: string, key: string): Promise<Answer | null> {
  try {
    const response = await fetch(`/visit/external/reply/${encodeURIComponent(token)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(commandTimeoutMs),
    });
    const answer = (await response.json()) as Answer;
    return typeof answer?.ok === 'boolean' ? answer : null;
  } catch {
    return null;
  }
}
