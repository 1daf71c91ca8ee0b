import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

type Question = { title: string; text: string; leave: string; stay: string };

/**
 * Ask before what was typed is lost, by a link, by Back, or with the tab (ux.md U11).
 * @param discard what throws it away for good, once the answer was to leave
 * @returns a function that lets the next departure pass unasked
 */
export function useUnsaved(dirty: boolean, question: Question, discard?: () => void): () => void {
  const passing = useRef(false);
  const throwAway = useRef(discard);
  throwAway.current = discard;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !passing.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let leaving = false;
    modals.openConfirmModal({
      title: question.title,
      children: <Text size="sm">{question.text}</Text>,
      labels: { confirm: question.leave, cancel: question.stay },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        leaving = true;
        blocker.proceed();
        throwAway.current?.();
      },
      // It closes after a confirmation too: then the departure is under way.
      onClose: () => {
        if (!leaving) blocker.reset();
      },
    });
  }, [blocker, question]);
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
