import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRead } from '../data/use-read.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { finishWords } from '../words/closing.ts';
import { loadingWords } from '../words/shell.ts';
import { FinishForm } from './finish-form.tsx';
import type { Closing } from './finish-input.ts';

type Props = {
  visit: Closing | null;
  close: () => void;
  /** Instead of `close`, when the screen is left for the default view anyway. */
  done?: () => void;
  /** Called when it is sent, and when the screen stays all the same. */
  onSending?: (sending: boolean) => void;
};

/** Close a visit with its evidence (S1 §5 'Finish visit', §3 'Finish form'); the whole screen on a phone. */
export function FinishDialog({ visit, close, done = close, onSending = () => {} }: Props) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal
      opened={visit !== null}
      onClose={close}
      title={finishWords.title}
      size="lg"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': finishWords.back }}
    >
      {visit && <Loaded key={visit.id} visit={visit} close={close} done={done} onSending={onSending} />}
    </Modal>
  );
}

type Asked = {
  visit: Closing;
  close: () => void;
  done: () => void;
  onSending: (sending: boolean) => void;
};

function Loaded({ visit, close, done, onSending }: Asked) {
  const { retry, ...read } = useRead<ClosingForm | null>(`/board/closing/${visit.id}`);
  const form = read.state === 'answered' ? read.answer : null;
  const failed = read.state === 'failed' || (read.state === 'answered' && read.answer === null);
  if (failed)
    return (
      <Alert color="red" variant="light" role="alert">
        <Stack gap="sm" align="flex-start">
          {finishWords.noNetwork}
          <Button size="sm" variant="default" onClick={retry}>
            {finishWords.retry}
          </Button>
        </Stack>
      </Alert>
    );
  if (!form)
    return (
      <Stack aria-busy>
        <Text size="sm" c="dimmed">
          {loadingWords.info}
        </Text>
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={120} />
      </Stack>
    );
  return <FinishForm visit={visit} form={form} close={close} done={done} onSending={onSending} />;
}
