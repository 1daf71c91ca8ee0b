import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

type Question = { title: string; text: string; leave: string; stay: string };

/**
 * Ask before what was typed is lost, by a link, by Back, or with the tab (ux.md U11).
 * @returns a function that lets the next departure pass unasked
 */
export function useUnsaved(dirty: boolean, question: Question): () => void {
  const passing = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !passing.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    modals.openConfirmModal({
      title: question.title,
      children: <Text size="sm">{question.text}</Text>,
      labels: { confirm: question.leave, cancel: question.stay },
      confirmProps: { color: 'red' },
      onConfirm: () => blocker.proceed(),
      onClose: () => blocker.state === 'blocked' && blocker.reset(),
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
