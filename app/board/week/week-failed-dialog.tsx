import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { boardWords } from '../../words/board/board-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';

type Props = { opened: boolean; diagnostic: string; close: () => void; retry: () => void };

/** S1 §8 'Calendar': the diagnostic in a dialog titled 'Obtener visitas'. */
export default function WeekFailedDialog({ opened, diagnostic, close, retry }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={boardWords.calendarFailedTitle}
      closeButtonProps={{ 'aria-label': orderWords.close }}
    >
      <Stack>
        <Text role="alert">{diagnostic}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {orderWords.close}
          </Button>
          <Button onClick={retry} data-autofocus>
            {boardWords.retry}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
