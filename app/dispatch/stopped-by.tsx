import { Alert, Button, Stack, Text } from '@mantine/core';
import { ChangedNotice } from '../forms/changed-notice.tsx';
import { conflictWords, rescheduleWords } from '../words/board/dispatch-words.ts';
import { eventLines } from './event-line.tsx';
import { useVisitEvents } from './use-visit-events.ts';
import type { WorkVisit } from './work-visit.ts';

/** Why a command of one or many visits was refused: the text, and which visit stopped it when one of many did. */
/** `full`: the slot has no places for them. */
export type Stop = { text: string; stale: boolean; full: boolean; visitId: number | null };

type Props = {
  stop: Stop;
  visits: readonly WorkVisit[];
  /** The version of the operation that the screen showed: changes after it are listed. */
  seen: number;
  retry: () => void;
  busy: boolean;
  leaveOut: (visitId: number) => void;
};

/** All or nothing: the visit that stopped the others is named, with the way on. */
export function StoppedBy({ stop, visits, seen, retry, busy, leaveOut }: Props) {
  const events = useVisitEvents(stop.stale ? stop.visitId : null, seen);
  const culprit = visits.length > 1 ? visits.find(({ id }) => id === stop.visitId) : undefined;
  const which = culprit ? rescheduleWords.stopped(culprit.id, culprit.orderNumber) : '';
  const out = culprit && (
    <Button size="xs" variant="default" onClick={() => leaveOut(culprit.id)}>
      {rescheduleWords.leaveOut}
    </Button>
  );
  if (stop.stale)
    return (
      <Stack gap="xs" align="flex-start">
        <ChangedNotice
          text={[conflictWords.refused, which].filter(Boolean).join(' ')}
          changes={Array.isArray(events) ? eventLines(events) : events}
          retryHint={conflictWords.retryHint}
          retry={retry}
          busy={busy}
        />
        {out}
      </Stack>
    );
  return (
    <Alert color="red" variant="light" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{stop.text}</Text>
        {which && <Text size="sm">{which}</Text>}
        {out}
      </Stack>
    </Alert>
  );
}
