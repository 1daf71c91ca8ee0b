import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { confirm } from './confirm.ts';

export type Question = { title: string; text: string; leave: string; stay: string };
type Place = { pathname: string; search: string };

/**
 * Ask before what was typed is lost, by a link, by Back, or with the tab (ux.md U11).
 * @param options.ask the question that this step raises, null for none; by default leaving the screen does
 * @param options.discard deletes it for good, once the answer was to leave
 * @returns a function that lets the next departure pass unasked
 */
export function useUnsaved(
  dirty: boolean,
  question: Question,
  options: { ask?: (from: Place, to: Place) => Question | null; discard?: () => void } = {},
): () => void {
  const passing = useRef(false);
  const asked = useRef(question);
  const discard = useRef(options.discard);
  discard.current = options.discard;
  const ask = options.ask ?? ((from, to) => (from.pathname === to.pathname ? null : question));
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!dirty || passing.current) return false;
    const raised = ask(currentLocation, nextLocation);
    if (raised) asked.current = raised;
    return raised !== null;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { title, text, leave, stay } = asked.current;
    let leaving = false;
    confirm(
      {
        title,
        text,
        confirm: leave,
        cancel: stay,
        // It closes after a confirmation too: then the departure is under way.
        closed: () => {
          if (!leaving) blocker.reset();
        },
      },
      () => {
        leaving = true;
        blocker.proceed();
        discard.current?.();
      },
    );
  }, [blocker]);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty && !passing.current) event.preventDefault();
      },
      [dirty],
    ),
  );
  return useCallback(() => {
    passing.current = true;
  }, []);
}
