import { useState } from 'react';
import type { CommandOutcome } from './send-command.ts';

/**
 * A value that is shown as wanted while the command that records it is under way; a refusal shows what the record has
 * again (ux.md U3).
 * @param recorded what the record has
 */
export function useWanted<Value>(recorded: Value) {
  const [pending, setPending] = useState<{ value: Value } | null>(null);
  return {
    shown: pending ? pending.value : recorded,
    busy: pending !== null,
    /** Show the value until this is answered. */
    showWhile: async (value: Value, sending: Promise<CommandOutcome>): Promise<CommandOutcome> => {
      setPending({ value });
      const outcome = await sending;
      setPending(null);
      return outcome;
    },
  };
}
