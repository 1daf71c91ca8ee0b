import { Button, Modal, Stack, Text } from '@mantine/core';
import { lateChoices } from '../../../machines/visit/running-late.ts';
import { technicianWords as words } from '../../words/technician/technician-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';

export type LateDialogProps = { opened: boolean; close: () => void; say: (minutes: number | null) => void };

/** 'Voy atrasado': by how much, in one press (contract §8). */
export function LateDialog({ opened, close, say }: LateDialogProps) {
  const choose = (minutes: number | null) => () => {
    close();
    say(minutes);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.runLate}
      closeButtonProps={{ 'aria-label': orderWords.close }}
    >
      <Stack gap="xs">
        {lateChoices.map((minutes) => (
          <Button key={minutes} size="md" h={48} variant="default" onClick={choose(minutes)}>
            {words.lateBy(minutes)}
          </Button>
        ))}
        <Button size="md" h={48} color="var(--mantine-color-error)" variant="outline" onClick={choose(null)}>
          {words.notComing}
        </Button>
        <Text size="sm" c="dimmed">
          {words.runLateHint}
        </Text>
      </Stack>
    </Modal>
  );
}
