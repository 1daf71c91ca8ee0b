import { IconCloudUp } from '@tabler/icons-react';
import { formatInstant, formatTime, today } from '../../machines/calendar/slots.ts';
import { pendingWords as words } from '../words/board/pending-words.ts';
import styles from './pending-steps.module.css';
import type { QueuedStep } from './step-queue.ts';

/** When a step took place: the time alone on the day itself. */
export const momentOf = ({ happenedAt }: QueuedStep): string => {
  const at = new Date(happenedAt);
  return today(at) === today(new Date()) ? formatTime(at) : formatInstant(at);
};

/** On a visit's card: its step has not arrived yet, or was refused. */
export function PendingMark({ step }: { step: QueuedStep }) {
  const refused = step.state === 'refused' || step.state === 'held';
  return (
    <p className={styles.mark} data-refused={refused || undefined}>
      <IconCloudUp size={16} aria-hidden />
      {refused ? words.refused : words.mark(momentOf(step))}
    </p>
  );
}
