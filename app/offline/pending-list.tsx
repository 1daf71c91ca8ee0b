import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconCloudUp } from '@tabler/icons-react';
import { pendingWords as words } from '../words/board/pending-words.ts';
import { momentOf } from './pending-mark.tsx';
import styles from './pending-steps.module.css';
import type { QueuedStep } from './step-queue.ts';
import { useStepQueue } from './steps.tsx';

/** What waits to be sent, in order, and what was refused with what can be done. */
export function PendingList(props: { opened: boolean; steps: QueuedStep[]; close: () => void }) {
  const { opened, steps, close } = props;
  const queue = useStepQueue()!;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.title(steps.length)}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="sm">
        {steps.length === 0 && <Text>{words.none}</Text>}
        <ul className={styles.list}>
          {steps.map((step) => (
            <Row key={step.id} step={step} close={close} />
          ))}
        </ul>
        {steps.some(({ state }) => state === 'waiting') && (
          <Button
            size="md"
            h={46}
            leftSection={<IconCloudUp size={18} aria-hidden />}
            onClick={() => void queue.drain()}
          >
            {words.sendNow}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

function Row({ step, close }: { step: QueuedStep; close: () => void }) {
  const queue = useStepQueue()!;
  return (
    <li data-state={step.state}>
      <Text size="sm" fw={600}>
        {words.steps[step.step]} · OT {step.orderNumber}
      </Text>
      <Text size="sm" c="dimmed">
        {step.state === 'held' ? words.held : words.at(momentOf(step))}
      </Text>
      {step.refusal && (
        <>
          <Text size="sm" role="alert" className={styles.refusal}>
            {step.refusal.text}
          </Text>
          <Group gap="xs" mt={4}>
            <Button size="sm" h={44} variant="default" onClick={() => void queue.discard(step.id)}>
              {words.discard(queue.heldBy(step.id).length)}
            </Button>
            <Button size="sm" h={44} variant="default" onClick={() => void queue.retry(step.id)}>
              {words.retry}
            </Button>
            <Anchor
              component={Link}
              to={`/visit/view/${step.visitId}/default`}
              size="sm"
              onClick={close}
              className={styles.visit}
            >
              {words.see}
            </Anchor>
          </Group>
        </>
      )}
    </li>
  );
}
