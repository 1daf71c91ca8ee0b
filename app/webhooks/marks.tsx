import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconPlayerPause,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import type { DeliveryState, WebhookHealth } from '../../machines/webhook/webhook.ts';
import { webhookWords } from '../words/setup/webhooks-words.ts';
import styles from './webhooks.module.css';

type Tone = 'good' | 'bad' | 'wait' | 'none';
type Look = { icon: TablerIcon; tone: Tone };

const states: Record<DeliveryState, Look> = {
  waiting: { icon: IconClock, tone: 'wait' },
  sending: { icon: IconSend, tone: 'wait' },
  delivered: { icon: IconCircleCheck, tone: 'good' },
  abandoned: { icon: IconAlertTriangle, tone: 'bad' },
  cancelled: { icon: IconBan, tone: 'none' },
};

const healths: Record<WebhookHealth, Look> = {
  off: { icon: IconPlayerPause, tone: 'none' },
  gone: { icon: IconBan, tone: 'bad' },
  unused: { icon: IconCircleDashed, tone: 'none' },
  well: { icon: IconCircleCheck, tone: 'good' },
  troubled: { icon: IconAlertTriangle, tone: 'wait' },
  failing: { icon: IconAlertTriangle, tone: 'bad' },
};

/** A delivery's state: an icon of its own shape, and the word. */
export const StateMark = ({ state }: { state: DeliveryState }) => (
  <Mark look={states[state]} text={webhookWords.states[state]} />
);

export const HealthMark = ({ health }: { health: WebhookHealth }) => (
  <Mark look={healths[health]} text={webhookWords.health[health]} />
);

function Mark({ look: { icon: Icon, tone }, text }: { look: Look; text: string }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </span>
  );
}
