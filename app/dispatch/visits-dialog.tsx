import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { WorkVisit } from './work-visit.ts';

/** Where visits were moved: what stands there now. */
export type Moved = { ids: number[]; day: string };

/** What a screen gives to a dialog about one or many visits. */
export type AboutVisits = {
  /** The visits as they are now; they may change while the dialog is open. */
  visits: readonly WorkVisit[];
  operation: string;
  /** The operation's version that the screen shows. */
  seen: number;
  close: () => void;
  /** Instead of `close`, once it was done. */
  done: (moved?: Moved) => void;
  leaveOut: (visitId: number) => void;
};

type Props = {
  opened: boolean;
  title: string;
  closeLabel: string;
  close: () => void;
  /** Much is typed into it: the whole screen on a phone, and no press beside it closes it. */
  large?: boolean;
  children: ReactNode;
};

/** The dialog of a form about visits, which begins anew each time that it opens. */
export function VisitsDialog({ opened, title, closeLabel, close, large = false, children }: Props) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      {...(large ? { size: 'lg', fullScreen: phone, closeOnClickOutside: false } : {})}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {opened && children}
    </Modal>
  );
}
