import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useReading } from '../../data/revalidate.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { profileWords } from '../../words/shell/profile-words.ts';

const maxBytes = 5_242_880;

/** The user's picture: sent as it is, made square and re-encoded by the server. */
export function PictureField({ hasPicture, fullName }: { hasPicture: boolean; fullName: string }) {
  const { shown, busy, problem, reset, send, remove } = usePicture();

  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Avatar
        size={84}
        radius={42}
        src={hasPicture ? `/board/picture?${shown}` : null}
        alt={hasPicture ? profileWords.yourPicture : profileWords.noPicture}
        name={fullName}
        color="petrol"
      />
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton onChange={send} accept="image/png,image/jpeg,image/webp" resetRef={reset}>
            {(props) => (
              <Button {...props} size="xs" loading={busy}>
                {profileWords.choosePicture}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <Button size="xs" variant="default" onClick={remove} disabled={busy}>
              {profileWords.removePicture}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {profileWords.pictureHint}
        </Text>
        {problem && (
          <Text size="sm" c="red.9" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

/** Sends a picture or removes it, and shows the profile anew. */
function usePicture() {
  const read = useReading();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The address stays the same when the picture changes.
  const [shown, setShown] = useState(0);
  const reset = useRef<() => void>(null);

  const settle = (failed: string | null, done: string) => {
    setBusy(false);
    setProblem(failed);
    reset.current?.();
    if (failed) return;
    setShown((count) => count + 1);
    showDone(done);
    read();
  };
  const send = async (file: File | null) => {
    if (!file || busy) return;
    if (file.size > maxBytes) return setProblem(profileWords.pictureTooLarge);
    setBusy(true);
    const form = new FormData();
    form.set('picture', file);
    try {
      const response = await fetch('/profile/picture', { method: 'POST', body: form });
      const answer = (await response.json()) as { code: number; diagnostic: string };
      settle(answer.code === 200 ? null : answer.diagnostic, profileWords.pictureDone);
    } catch {
      settle(profileWords.pictureFailed, '');
    }
  };
  const remove = async () => {
    setBusy(true);
    const outcome = await sendCommand('removePicture', {}, newKey());
    if (outcome.ok) settle(null, profileWords.pictureRemoved);
    else {
      setBusy(false);
      showRefused(outcome.text || profileWords.noNetwork);
    }
  };
  return { shown, busy, problem, reset, send, remove };
}
