import { Alert, Button, Group, Stack } from '@mantine/core';
import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { PasswordFields } from '../../accounts/password-fields.tsx';
import { useNewPassword } from '../../accounts/use-new-password.ts';
import { showDone } from '../../ui/toasts/toast.ts';
import { profileWords } from '../../words/shell/profile-words.ts';
import type { action } from './action.server.ts';

/** A new password, asked for twice; the other sessions end with it. Works with a password manager and with paste. */
export function PasswordForm() {
  const fetcher = useFetcher<typeof action>();
  const busy = fetcher.state !== 'idle';
  const answer = busy || fetcher.data?.intent !== 'password' ? undefined : fetcher.data;
  const { ref, errors, check } = useNewPassword(busy, answer && !answer.ok ? answer.fields : {});
  useEffect(() => {
    if (!answer?.ok) return;
    showDone(profileWords.passwordDone(answer.ended));
    ref.current?.reset();
  }, [answer, ref]);
  return (
    <fetcher.Form method="post" ref={ref} onSubmit={check} noValidate>
      <Stack gap="sm">
        <PasswordFields errors={errors} currentLabel={profileWords.current} rules={profileWords.nextHint} />
        {answer && !answer.ok && Object.keys(errors).length === 0 && (
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
