import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { boardWords } from '../../words/board.ts';
import { orderWords } from '../../words/order.ts';
import styles from '../board.module.css';

/** S1 §8 'Calendar': the diagnostic in a dialog titled 'Obtener visitas'; what is behind it says the same once it is closed. */
export function WeekFailed({ diagnostic, retry }: { diagnostic: string; retry: () => void }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <Modal
        opened={open}
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
      <Stack className={styles.calendar} p="md">
        <CalendarFailed {...{ diagnostic, retry }} />
      </Stack>
    </>
  );
}

/** In the calendar's place. */
export function CalendarFailed({ diagnostic, retry }: { diagnostic: string; retry: () => void }) {
  return (
    <>
      <Alert color="red" variant="light" title={boardWords.calendarFailedTitle}>
        {diagnostic}
      </Alert>
      <Button variant="default" onClick={retry} style={{ alignSelf: 'flex-start' }}>
        {boardWords.retry}
      </Button>
    </>
  );
}
