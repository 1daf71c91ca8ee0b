import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { orderWords } from '../../words/visit/order-words.ts';
import { Beside } from './beside.tsx';
import styles from './panel.module.css';
import { useRoom } from './use-room.ts';

type Props = {
  opened: boolean;
  title: string;
  close: () => void;
  /** Among dialogs that lie over each other, its place. */
  stackId?: string;
  children: ReactNode;
};

/**
 * What is looked up from a board: a panel beside it, where the week stays in sight and in use (ux.md U46), a sheet from
 * the bottom of a phone, and a dialog where there is room for neither.
 */
export function BoardPanel({ opened, title, close, stackId, children }: Props) {
  const room = useRoom();
  if (room === null) return null;
  if (room === 'beside')
    return (
      opened && (
        <Beside title={title} close={close}>
          {children}
        </Beside>
      )
    );
  const sheet = room === 'sheet';
  return (
    <Modal
      {...(stackId ? { stackId } : {})}
      opened={opened}
      onClose={close}
      title={<Text fw={650}>{title}</Text>}
      size={sheet ? '100%' : 'xl'}
      {...(sheet ? { classNames: sheetClasses, transitionProps: { transition: 'slide-up' } } : {})}
      closeButtonProps={{ 'aria-label': orderWords.close }}
    >
      {children}
    </Modal>
  );
}

const sheetClasses = { inner: styles.sheetInner!, content: styles.sheet! };
