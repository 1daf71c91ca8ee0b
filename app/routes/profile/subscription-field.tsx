import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useReading } from '../../data/revalidate.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { showDone, showRefused } from '../../ui/toast.ts';
import { profileWords } from '../../words/profile.ts';

/** The subscription to technicians' notifications; it needs the bot linked, and says so (S2 §4, §8). */
export function SubscriptionField({ linked, subscribed }: { linked: boolean; subscribed: boolean }) {
  const read = useReading();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = async (on: boolean) => {
    setWanted(on);
    const outcome = await sendCommand(
      on ? 'subscribeToTechnicians' : 'unsubscribeFromTechnicians',
      {},
      newKey(),
    );
    setWanted(null);
    if (outcome.ok) showDone(on ? profileWords.subscribed : profileWords.unsubscribed);
    else showRefused(profileWords.subscriptionFailed(outcome.text || profileWords.noNetwork));
    read();
  };
  return (
    <Switch
      label={profileWords.subscribe}
      description={linked ? profileWords.subscribeHint : profileWords.subscribeNeedsBot}
      checked={wanted ?? subscribed}
      disabled={!linked || wanted !== null}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
