import { useState } from 'react';
import type { z } from 'zod';
import type { CommandName } from '../data/send-command.ts';
import { useCheckedFields } from './use-checked-fields.ts';
import { type Sent, useSend } from './use-send.ts';

/**
 * What every form of a command does alike: the command's own schema checks it, it is sent once at a time, and what is
 * refused is shown beside its fields.
 * @param options.oneIntent whatever is sent after a lost answer keeps its key, see `useSend`
 */
export function useSubmission(
  command: CommandName,
  schema: z.ZodType,
  options: { oneIntent?: boolean } = {},
) {
  const { busy, send } = useSend(options);
  const { check, fail, ...fields } = useCheckedFields(schema);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    ...fields,
    busy,
    fail,
    /** Why it was refused, where no field says so. */
    failure,
    setFailure,
    /** Whether the command would take it; else the fields say why not. */
    check: (input: object): boolean => {
      setFailure(null);
      return check(input);
    },
    /** Send what was checked; null: another is under way. */
    submit: async (input: object): Promise<Sent | null> => {
      setFailure(null);
      const outcome = await send(command, input);
      if (outcome && !outcome.ok) fail(outcome.fields);
      return outcome;
    },
    /** Another command about the same thing; the two are never sent at once. */
    send,
  };
}
