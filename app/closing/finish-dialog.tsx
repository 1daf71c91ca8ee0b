import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useRead } from '../data/use-read.ts';
import { useStepQueue } from '../offline/steps.tsx';
import { useOnPhotoSent } from '../photos/own-photos.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { loadingWords } from '../words/shell/shell-words.ts';
import { finishWords } from '../words/visit/closing-words.ts';
import { closingAddress } from './closing-address.ts';
import { FinishForm } from './finish-form.tsx';
import type { Closing } from './finish-input.ts';
import { findKeptForm } from './kept-form.ts';

type Props = {
  visit: Closing | null;
  close: () => void;
  /** Instead of `close`, when the screen is left for the default view anyway. */
  done?: () => void;
  /** The visit's technician closes it in the field: without a signal it waits on the device. */
  field?: boolean;
  /** Called when it is sent, and when the screen stays all the same. */
  onSending?: (sending: boolean) => void;
};

/** Close a visit with its evidence (S1 §5 'Finish visit', §3 'Finish form'); the whole screen on a phone. */
export function FinishDialog({ visit, close, done = close, field = false, onSending = () => {} }: Props) {
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
      {visit && (
        <Loaded key={visit.id} visit={visit} close={close} done={done} field={field} onSending={onSending} />
      )}
    </Modal>
  );
}

type Asked = {
  visit: Closing;
  close: () => void;
  done: () => void;
  field: boolean;
  onSending: (sending: boolean) => void;
};

function Loaded(props: Asked) {
  const { visit, field } = props;
  const userId = useStepQueue()?.userId;
  const { retry, refresh, ...read } = useRead<ClosingForm | null>(closingAddress(visit.id));
  useOnPhotoSent(visit.id, refresh);
  const failed = read.state === 'failed' || (read.state === 'answered' && read.answer === null);
  const late = useLate();
  // Without a signal the form is the one that was kept: null while it is looked for, undefined where there is none.
  const [keptForm, setKeptForm] = useState<ClosingForm | null | undefined>(null);
  const looks =
    field && userId !== undefined && (read.state === 'failed' || (read.state === 'asking' && late));
  useEffect(() => {
    if (looks) void findKeptForm(userId, visit.id).then(setKeptForm);
  }, [looks, userId, visit.id]);
  const form = (read.state === 'answered' ? read.answer : null) ?? keptForm ?? null;
  if (failed && !form && !(looks && keptForm === null))
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
  return <FinishForm {...props} form={form} />;
}

/** On a weak signal an answer may take half a minute: after this what is kept is shown. */
const lateAfterMs = 4_000;

function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
