import { type Blocker, type Location, useBeforeUnload, useBlocker, useNavigate } from '@remix-run/react';
import { useCallback, useRef } from 'react';
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
  const latest = useRef<Blocker>();
  const discard = useRef(options.discard);
  discard.current = options.discard;
  const navigate = useNavigate();
  const ask = options.ask ?? ((from, to) => (from.pathname === to.pathname ? null : question));
  // Asked here, and not once the state says 'blocked': reading the screen's data anew unblocks every navigation.
  const askToLeave = ({ title, text, leave, stay }: Question, to: Location) => {
    let leaving = false;
    const closed = () => {
      // It closes after a confirmation too: then the departure is under way.
      if (!leaving && latest.current?.state === 'blocked') latest.current.reset();
    };
    confirm({ title, text, confirm: leave, cancel: stay, closed }, () => {
      leaving = true;
      if (latest.current?.state === 'blocked') latest.current.proceed();
      else {
        passing.current = true;
        navigate(to, { state: to.state });
        passing.current = false;
      }
      discard.current?.();
    });
  };
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!dirty || passing.current) return false;
    const raised = ask(currentLocation, nextLocation);
    if (raised) askToLeave(raised, nextLocation);
    return raised !== null;
  });
  latest.current = blocker;
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
