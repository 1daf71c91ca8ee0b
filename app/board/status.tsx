import {
  IconArrowForwardUp,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconClockExclamation,
  IconMapPinCheck,
  IconTruck,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import type { VisitFacts } from '../../machines/visit/facts.ts';
import { type StatusTone, statusLabel, toneOf } from '../../machines/visit/labels.ts';
import styles from './status.module.css';

/** A shape of its own for every state: colour is never the only sign. */
export const statusIcons: Record<StatusTone, TablerIcon> = {
  pending: IconCircleDashed,
  assigned: IconUserCheck,
  onTheWay: IconTruck,
  arrived: IconMapPinCheck,
  delayed: IconClockExclamation,
  finished: IconCircleCheckFilled,
  cancelled: IconCircleXFilled,
  rescheduled: IconArrowForwardUp,
};

export function StatusIcon({ tone, size = 14 }: { tone: StatusTone; size?: number }) {
  const Icon = statusIcons[tone];
  return <Icon size={size} aria-hidden className={styles.icon} data-tone={tone} />;
}

/** The state as a pill: icon, colour and text. */
export function StatusBadge({ visit, reasonText }: { visit: VisitFacts; reasonText: string | null }) {
  const tone = toneOf(visit);
  return (
    <span className={styles.badge} data-tone={tone}>
      <StatusIcon tone={tone} />
      {statusLabel(visit, reasonText)}
    </span>
  );
}
