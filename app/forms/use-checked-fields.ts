import { useIsomorphicEffect } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { refuse } from '../../machines/words/refusals.ts';

type Errors = Record<string, string>;

/** What is wrong in a form, by the command's names of the fields; the first wrong field from the top takes the focus. */
export function useCheckedFields(schema: z.ZodType) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  /** How often an attempt left errors. */
  const [failures, setFailures] = useState(0);
  // With the commit that draws the errors, before the browser paints them: no key goes to another field in between.
  useIsomorphicEffect(() => {
    if (failures > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  const fail = (problems: Errors) => {
    setErrors(problems);
    if (Object.keys(problems).length > 0) setFailures((times) => times + 1);
  };
  return {
    ref,
    errors,
    fail,
    /** What was changed is not wrong any more, as far as is known here. */
    clearErrors: (...names: string[]) =>
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
      ),
    /** Whether the command would take it. */
    check: (input: object): boolean => {
      const { error } = schema.safeParse(input, { error: () => refuse('check-the-data').text });
      const wrong = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);
      // Of several about one field, the first.
      fail(Object.fromEntries(wrong.toReversed()));
      return !error;
    },
  };
}
