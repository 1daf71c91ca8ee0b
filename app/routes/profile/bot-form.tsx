import { Alert, Badge, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { useReading } from '../../data/revalidate.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { profileWords } from '../../words/shell/profile-words.ts';
import type { action } from './action.server.ts';

type Linked = { telegramChatId: string | null; waNumber: string | null; activeOnTelegram: boolean };

/** Link one's own Telegram chat, and one's WhatsApp number (S2 §2 'Profile', §5, §8). */
export function BotForm({ user }: { user: Linked }) {
  const fetcher = useFetcher<typeof action>();
  const unlink = useUnlink();
  const busy = fetcher.state !== 'idle';
  const answer = busy || fetcher.data?.intent !== 'bot' ? undefined : fetcher.data;
  const fields = answer && !answer.ok ? answer.fields : {};
  useEffect(() => {
    if (answer?.ok) showDone(profileWords.linked);
  }, [answer]);

  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="bot" />
      <Stack gap="sm">
        <Group gap="sm">
          <Badge variant={user.activeOnTelegram ? 'filled' : 'default'} tt="none">
            {user.activeOnTelegram ? profileWords.botOn : profileWords.botOff}
          </Badge>
          <Text size="sm" c="dimmed">
            {profileWords.botHint}
          </Text>
        </Group>
        <AddressFields user={user} errors={fields} />
        {answer && !answer.ok && Object.keys(fields).length === 0 && (
          // S2 §8: an identifier that does not exist is a warning; the rest are errors.
          <Alert
            color={answer.status === 404 ? 'yellow' : 'red'}
            title={answer.status === 404 ? profileWords.warning : undefined}
            variant="light"
            role="alert"
          >
            {answer.text}
          </Alert>
        )}
        <Group justify="flex-end">
          {user.telegramChatId && (
            <Button variant="default" onClick={unlink}>
              {profileWords.unlink}
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {profileWords.save}
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  );
}

function AddressFields({ user, errors }: { user: Linked; errors: Record<string, string> }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        // Linked elsewhere since: the field shows it.
        key={user.telegramChatId}
        name="telegram_chat_id"
        label={profileWords.chatId}
        inputMode="numeric"
        defaultValue={user.telegramChatId ?? ''}
        error={errors.telegram_chat_id}
      />
      <TextInput
        name="wa_number"
        label={profileWords.whatsapp}
        type="tel"
        defaultValue={user.waNumber ?? ''}
        error={errors.wa_number}
      />
    </SimpleGrid>
  );
}

/** Unlinks the chat, after a question. */
function useUnlink() {
  const read = useReading();
  return () =>
    confirm(
      {
        title: profileWords.unlink,
        text: profileWords.unlinkConfirm,
        confirm: profileWords.unlink,
        cancel: profileWords.unlinkCancel,
      },
      async () => {
        const outcome = await sendCommand('unlinkChat', {}, newKey());
        if (outcome.ok) showDone(profileWords.unlinked);
        else showRefused(outcome.text || profileWords.noNetwork);
        read();
      },
    );
}
