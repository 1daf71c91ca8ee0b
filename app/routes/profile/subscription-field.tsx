import { Switch } from '@mantine/core';
import { useReading } from '../../data/revalidate.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { useWanted } from '../../data/use-wanted.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { profileWords } from '../../words/shell/profile-words.ts';

/** The subscription to technicians' notifications; it needs the bot linked, and says so (S2 §4, §8). */
export function SubscriptionField({ linked, subscribed }: { linked: boolean; subscribed: boolean }) {
  const read = useReading();
  const { shown, busy, showWhile } = useWanted(subscribed);
  const change = async (on: boolean) => {
    const command = on ? 'subscribeToTechnicians' : 'unsubscribeFromTechnicians';
    const outcome = await showWhile(on, sendCommand(command, {}, newKey()));
    if (outcome.ok) showDone(on ? profileWords.subscribed : profileWords.unsubscribed);
    else showRefused(profileWords.subscriptionFailed(outcome.text || profileWords.noNetwork));
    read();
  };
  return (
    <Switch
      label={profileWords.subscribe}
      description={linked ? profileWords.subscribeHint : profileWords.subscribeNeedsBot}
      checked={shown}
      disabled={!linked || busy}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
