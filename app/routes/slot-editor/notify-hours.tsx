import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { hasHoursToNotify } from '../../../machines/calendar/slot-hours-news.ts';
import { formatHours } from '../../../machines/calendar/slots.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { slotEditorWords as words } from '../../words/setup/slot-editor-words.ts';

type Hours = { fromHour: number; toHour: number };

/** Asks, after a slot's hours have changed, whether the customers of its visits are to be notified. */
export function offerToNotify(slotId: number, hours: Hours, openVisits: number, reload: () => void) {
  const { notifyTitle: title, notifyText, notify, notNow: cancel } = words;
  const text = notifyText(formatHours(hours), openVisits);
  confirm(
    { title, text, confirm: notify, cancel, harmless: true },
    () => void notifyCustomers(slotId, reload),
  );
}

/** A second press, or one after an answer that was lost, is refused by the record: each change is notified once. */
async function notifyCustomers(slotId: number, reload: () => void) {
  const outcome = await sendCommand('notifySlotHours', { timestripe_id: slotId }, newKey());
  if (outcome.ok) showDone(words.notified(Number(outcome.data.notified)));
  else showRefused(words.notifyFailed(outcome.text || setupWords.noNetwork));
  reload();
}

type Props = {
  slot: Hours & { id: number };
  openVisits: number;
  history: WiredSettingEvent[];
  reload: () => void;
};

/** In a slot's panel, while its customers were not notified of its last change of hours. */
export function HoursNotNotified({ slot, openVisits, history, reload }: Props) {
  const [busy, setBusy] = useState(false);
  const ofSlot = history.filter(({ data }) => data.slotId === slot.id).map(({ data }) => data);
  if (openVisits === 0 || !hasHoursToNotify(ofSlot)) return null;
  const send = async () => {
    setBusy(true);
    await notifyCustomers(slot.id, reload);
    setBusy(false);
  };
  return (
    <Alert color="orange" variant="light">
      {words.notNotified(formatHours(slot))}{' '}
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void send()}>
        {words.notify}
      </Button>
    </Alert>
  );
}
