import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import type { Question } from './confirm.tsx';

/** Opens each question once, in the order in which they were asked. */
export const ConfirmDialogs = ({ asked }: { asked: readonly Question[] }) => (
  <ModalsProvider>
    <Opener asked={asked} />
  </ModalsProvider>
);

function Opener({ asked }: { asked: readonly Question[] }) {
  const { openConfirmModal } = useModals();
  const opened = useRef(new Set<Question>());
  useEffect(() => {
    for (const question of asked) {
      if (opened.current.has(question)) continue;
      opened.current.add(question);
      openConfirmModal(question);
    }
  }, [asked, openConfirmModal]);
  return null;
}
