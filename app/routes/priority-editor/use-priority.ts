import { useEffect, useRef, useState } from 'react';
import { editPriorityInput } from '../../../db/commands/settings/edit-priority-input.ts';
import type { SettingPriority } from '../../../db/reads/settings/settings.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { useWanted } from '../../data/use-wanted.ts';
import type { Base } from '../../forms/use-draft.ts';
import { useRetry } from '../../forms/use-retry.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { priorityEditorWords } from '../../words/setup/priority-editor-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';

/** Steps that follow one another quickly are one change. */
const settleMs = 500;

type Wanted = { value: number; base: Base };

/**
 * One row of the priority editor: what is typed, what is on its way, and what is
 * so. The wanted value shows at once; a refusal puts back exactly what the
 * record has (ux.md U3).
 */
export function usePriority(saved: SettingPriority, seen: number, reload: () => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [stale, setStale] = useState<Wanted | null>(null);
  /** What the record answered, until the screen has read it. */
  const [answered, setAnswered] = useState<{ priority: number; version: number } | null>(null);
  const now = answered && answered.version > saved.version ? answered : saved;
  const base = useRef<Base | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const { shown, busy, showWhile } = useWanted(now.priority);

  const send = async (value: number, from: Base) => {
    setStale(null);
    const { id, operation, symptomId, symptom } = saved;
    const input = { id, subsidiary_id: operation, symptom_id: symptomId, symptom, priority: value };
    const outcome = await showWhile(
      value,
      sendCommand('editPriority', { ...input, version: from.version }, newKey()),
    );
    if (outcome.ok) {
      const { priority, version } = outcome.data as { priority: number; version: number };
      setAnswered({ priority, version });
      // What was typed during the request is based on the new version.
      if (base.current) base.current = { version, seen };
      showDone(priorityEditorWords.done);
    } else {
      if (outcome.code === 'priority-changed') setStale({ value, base: from });
      showRefused(priorityEditorWords.failed(outcome.text || setupWords.noNetwork));
    }
    reload();
  };

  const commit = (text: string | null) => {
    clearTimeout(timer.current);
    if (text === null) return;
    // One at a time: it follows the one that is on its way.
    if (busy) {
      timer.current = setTimeout(() => last.current.commit(last.current.typed), settleMs);
      return;
    }
    timer.current = undefined;
    const parsed = editPriorityInput.shape.priority.safeParse(text);
    if (!parsed.success) return setError(parsed.error.issues[0]!.message);
    const from = base.current ?? { version: now.version, seen };
    base.current = null;
    setError(null);
    if (parsed.data === now.priority) return setTyped(null);
    setTyped(null);
    void send(parsed.data, from);
  };
  // A step still waiting is sent when its row goes: it was on the screen as done.
  const last = useRef({ typed, commit });
  useEffect(() => {
    last.current = { typed, commit };
  });
  useEffect(
    () => () => {
      if (timer.current) last.current.commit(last.current.typed);
    },
    [],
  );

  /** On the priority as it is now. */
  const again = useRetry(saved.version, stale?.base.version ?? null, () => {
    if (stale) void send(stale.value, { version: saved.version, seen });
  });

  return {
    shown: typed ?? String(shown),
    busy: busy || again.waiting,
    error,
    stale,
    type(text: string) {
      // What is typed over a step is not the step any more.
      clearTimeout(timer.current);
      timer.current = undefined;
      base.current ??= { version: now.version, seen };
      setError(null);
      setTyped(text);
    },
    /** A step of the arrows: applied when they rest. */
    step(text: string) {
      this.type(text);
      timer.current = setTimeout(() => {
        last.current.commit(text);
      }, settleMs);
    },
    commit: () => commit(typed),
    /** Back to what is so. */
    drop() {
      clearTimeout(timer.current);
      base.current = null;
      setTyped(null);
      setError(null);
    },
    retry: again.retry,
  };
}
