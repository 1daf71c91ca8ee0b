import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconCloudUp } from '@tabler/icons-react';
import { useAddress } from '../board/board-params.ts';
import { useOnline } from '../ui/use-online.ts';
import { pendingWords as words } from '../words/pending.ts';
import { momentOf } from './pending-mark.tsx';
import styles from './pending-steps.module.css';
import type { QueuedStep } from './step-queue.ts';
import { useStepQueue, useSteps } from './steps.tsx';

/** What was done without a signal: how much waits, and each of it with what can be done; `?pendientes` in the address. */
export function PendingSteps() {
  const queue = useStepQueue();
  const all = useSteps();
  const steps = all.filter(({ state }) => state !== 'sent' && state !== 'sending');
  const sendsPhotos = all.some(({ state, step }) => state === 'sending' && step === 'photo');
  const online = useOnline();
  const { search, set, shut } = useAddress();
  const opened = new URLSearchParams(search).has('pendientes');
  const close = () => shut({ pendientes: null });
  const refused = steps.filter(({ state }) => state === 'refused');
  if (!queue || (steps.length === 0 && !opened)) return null;
  return (
    <>
      {steps.length > 0 && (
        <Alert
          color={refused.length > 0 ? 'red' : 'yellow'}
          variant="light"
          role="status"
          mb="sm"
          className="no-print"
        >
          <Stack gap="xs">
            <Text size="sm" c="inherit">
              {refused.length > 0
                ? words.refusedCount(refused.length)
                : sendsPhotos
                  ? words.sendsPhotos
                  : online
                    ? words.sends
                    : words.waits}
            </Text>
            <Button
              variant="default"
              size="md"
              h={44}
              onClick={() => set({ pendientes: '1' }, { step: true })}
            >
              {words.title(steps.length)}
            </Button>
          </Stack>
        </Alert>
      )}
      <Modal
        opened={opened}
        onClose={close}
        title={words.title(steps.length)}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Stack gap="sm">
          {steps.length === 0 && <Text>{words.none}</Text>}
          {steps.some(({ unsaved }) => unsaved) && (
            <Alert color="red" variant="light" role="alert">
              {words.unsaved}
            </Alert>
          )}
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
    </>
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
