import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useReading } from '../../data/revalidate.ts';
import { showDone } from '../../ui/toasts/toast.ts';
import { profileWords } from '../../words/shell/profile-words.ts';
import type { action } from './action.server.ts';

type Props = {
  bot: 'off' | 'starting' | 'ready';
  user: { telegramChatId: string | null; activeOnTelegram: boolean; telegramChatProven: boolean };
};

/** How often the page looks whether the link has happened, and for how long a code is good. */
const lookMs = 3_000;
const waitMs = 15 * 60_000;

/** Link one's chat by a deep link to the bot: nothing to type, and the page notices by itself (S2 §4 'Chat bot'). */
export function OneTapLink({ bot, user }: Props) {
  const { answer, waiting, busy, begin } = useOneTap(user);

  if (bot !== 'ready')
    return (
      <Text size="sm" c="dimmed">
        {bot === 'off' ? profileWords.oneTapOff : profileWords.oneTapStarting}
      </Text>
    );
  return (
    <Stack gap="xs" align="flex-start">
      <Button onClick={begin} loading={busy}>
        {user.activeOnTelegram ? profileWords.oneTapAgain : profileWords.oneTap}
      </Button>
      {waiting && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{profileWords.oneTapWaiting}</Text>
          <Anchor size="sm" href={waiting.url} target="_blank" rel="noreferrer">
            {profileWords.oneTapOpen}
          </Anchor>
        </Group>
      )}
      {answer && !answer.ok && (
        <Alert color="red" variant="light" role="alert">
          {answer.text}
        </Alert>
      )}
    </Stack>
  );
}

/** Asks for an address of the bot, opens it, and reads the profile until the chat is linked. */
function useOneTap(user: Props['user']) {
  const fetcher = useFetcher<typeof action>();
  const read = useReading();
  const tab = useRef<Window | null>(null);
  const before = useRef('');
  const [waiting, setWaiting] = useState<{ url: string; before: string } | null>(null);
  const answer = fetcher.state === 'idle' && fetcher.data?.intent === 'one-tap' ? fetcher.data : undefined;
  const now = linkOf(user);

  useEffect(() => {
    if (!answer) return;
    if (!answer.ok) tab.current?.close();
    else {
      setWaiting({ url: answer.url, before: before.current });
      if (tab.current) tab.current.location.href = answer.url;
    }
    tab.current = null;
  }, [answer]);

  useEffect(() => {
    if (!waiting) return;
    const look = setInterval(read, lookMs);
    const end = setTimeout(() => setWaiting(null), waitMs);
    return () => {
      clearInterval(look);
      clearTimeout(end);
    };
  }, [waiting, read]);

  const linked = waiting !== null && user.activeOnTelegram && waiting.before !== now;
  useEffect(() => {
    if (!linked) return;
    setWaiting(null);
    showDone(profileWords.oneTapDone);
  }, [linked]);

  const begin = () => {
    before.current = now;
    // Opened by the press itself: a tab that is opened only when the code is here counts as a pop-up.
    tab.current = window.open('about:blank', '_blank');
    if (tab.current) tab.current.opener = null;
    fetcher.submit({ intent: 'one-tap' }, { method: 'post' });
  };
  return { answer, waiting, busy: fetcher.state !== 'idle', begin };
}

/** What changes when a link happens. */
const linkOf = ({ telegramChatId, activeOnTelegram, telegramChatProven }: Props['user']): string =>
  [telegramChatId, activeOnTelegram, telegramChatProven].join(' ');
