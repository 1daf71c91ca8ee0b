import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useFetcher } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { showDone } from '../../ui/toast.ts';
import { profileWords } from '../../words/profile.ts';
import type { action } from './action.ts';

/** A new password, asked for twice; the other sessions end with it. Works with a password manager and with paste. */
export function PasswordForm() {
  const fetcher = useFetcher<typeof action>();
  const form = useRef<HTMLFormElement>(null);
  const [mismatch, setMismatch] = useState(false);
  const busy = fetcher.state !== 'idle';
  const answer = busy || fetcher.data?.intent !== 'password' ? undefined : fetcher.data;
  const fields = answer && !answer.ok ? answer.fields : {};
  useEffect(() => {
    if (!answer?.ok) return;
    showDone(profileWords.passwordDone(answer.ended));
    form.current?.reset();
  }, [answer]);
  const check = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    const differs = typed.get('next') !== typed.get('repeat');
    setMismatch(differs);
    if (differs || busy) event.preventDefault();
  };
  return (
    <fetcher.Form method="post" ref={form} onSubmit={check} noValidate>
      <Stack gap="sm">
        <PasswordInput
          name="current"
          label={profileWords.current}
          autoComplete="current-password"
          error={fields.current}
        />
        <PasswordInput
          name="next"
          label={profileWords.next}
          description={profileWords.nextHint}
          autoComplete="new-password"
          error={fields.next}
        />
        <PasswordInput
          name="repeat"
          label={profileWords.repeat}
          autoComplete="new-password"
          error={mismatch ? profileWords.repeatWrong : undefined}
        />
        {answer && !answer.ok && Object.keys(fields).length === 0 && (
          <Alert color="red" variant="light" role="alert">
            {answer.text}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {profileWords.change}
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  );
}
