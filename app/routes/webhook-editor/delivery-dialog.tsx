import { Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useSend } from '../../forms/use-send.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { Facts } from '../../ui/content/facts.tsx';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { StateMark } from '../../webhooks/marks.tsx';
import styles from '../../webhooks/webhooks.module.css';
import { setupWords } from '../../words/setup/setup-words.ts';
import { webhookWords } from '../../words/setup/webhooks-words.ts';
import { About, moment, type ShownDelivery } from './delivery-log.tsx';

type Attempt = {
  number: number;
  at: Date | string;
  durationMs: number | null;
  status: number | null;
  problem: string | null;
  answer: string | null;
};
export type ShownDetail = ShownDelivery & { body: string | null; attemptsLog: Attempt[] };

type Props = {
  webhook: { id: number; enabled: boolean };
  /** Null: it is not there. */
  delivery: ShownDetail | null;
  reload: () => void;
  close: () => void;
};

const { delivery: texts, log, type: typeName } = webhookWords;

/** One delivery: what was sent, each try, and the button that sends it again. */
export function DeliveryDialog({ webhook, delivery, reload, close }: Props) {
  const { busy, send } = useSend();
  const resend = async () => {
    const outcome = await send('resendDeliveries', { id: webhook.id, delivery_id: delivery!.id });
    if (!outcome) return;
    if (outcome.ok) showDone(log.resent(1, 0));
    else showRefused(log.resendFailed(outcome.text || setupWords.noNetwork));
    reload();
  };
  const why = !webhook.enabled ? log.resendAllOff : delivery?.state === 'sending' ? texts.underWay : null;
  return (
    <Modal opened onClose={close} size="lg" title={delivery ? texts.title(delivery.id) : texts.unknown}>
      {delivery && (
        <Stack gap="md">
          <Group justify="space-between">
            <StateMark state={delivery.state} />
            <ReasonedButton onClick={() => void resend()} loading={busy} why={why}>
              {delivery.state === 'waiting' ? texts.now : texts.resend}
            </ReasonedButton>
          </Group>
          <Facts
            rows={[
              [log.columns.event, typeName(delivery.type)],
              [log.columns.about, <About key="about" delivery={delivery} />],
              [texts.operation, delivery.operation],
              [texts.version, delivery.version],
              [texts.created, moment(delivery.createdAt)],
              [texts.next, delivery.nextAt && moment(delivery.nextAt)],
              [texts.ended, delivery.endedAt && moment(delivery.endedAt)],
            ]}
          />
          <Attempts attempts={delivery.attemptsLog} />
          <Body body={delivery.body} />
        </Stack>
      )}
    </Modal>
  );
}

const Attempts = ({ attempts }: { attempts: Attempt[] }) => (
  <section aria-labelledby="attempts">
    <Title order={3} size="h6" id="attempts" mb="xs">
      {texts.attempts}
    </Title>
    {attempts.length === 0 ? (
      <Text size="sm" c="dimmed">
        {texts.noAttempts}
      </Text>
    ) : (
      <ol className={styles.attempts}>
        {attempts.toReversed().map((attempt) => (
          <AttemptLine key={attempt.number} attempt={attempt} />
        ))}
      </ol>
    )}
  </section>
);

/** What was sent; it is not kept for ever. */
const Body = ({ body }: { body: string | null }) => (
  <section aria-labelledby="body">
    <Title order={3} size="h6" id="body" mb="xs">
      {texts.body}
    </Title>
    {body === null ? (
      <Text size="sm" c="dimmed">
        {texts.noBody}
      </Text>
    ) : (
      <Code text={pretty(body)} label={texts.body} />
    )}
  </section>
);

function AttemptLine({ attempt }: { attempt: Attempt }) {
  const { number, at, durationMs, status, problem, answer } = attempt;
  const facts = [
    status !== null && texts.status(status),
    durationMs !== null && texts.duration(durationMs),
    moment(at),
  ];
  return (
    <li>
      <Text size="sm" fw={600}>
        {texts.attempt(number)}
      </Text>
      <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
      {problem && <Text size="sm">{problem}</Text>}
      {answer && <Code text={answer} label={`${texts.answer}, ${texts.attempt(number)}`} />}
    </li>
  );
}

/** It may be longer than its box: the keyboard reaches it to scroll. */
const Code = ({ text, label }: { text: string; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus
  <section className={styles.code} aria-label={label} tabIndex={0}>
    {text}
  </section>
);

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
