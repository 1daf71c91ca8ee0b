import { Text } from '@mantine/core';
import type { VisitEvent } from '../../db/reads/visits/visit.ts';
import { formatInstant } from '../../machines/calendar/slots.ts';
import { consequencesOf } from '../../machines/events.ts';
import { conflictWords } from '../words/dispatch.ts';
import { visitWords } from '../words/visit.ts';

/** An event as it comes over the wire: instants are texts there. */
export type WiredEvent = Omit<VisitEvent, 'at'> & { at: string | Date };

/** One thing that happened to a visit: what, to whom or where, when, by whom, with which note. */
export function EventLine({ event }: { event: WiredEvent }) {
  const what = [
    consequencesOf(event.name)?.label ?? event.name,
    // Who took a visit is who did it: said once, below.
    event.technicianName && event.name !== 'visit.taken' && conflictWords.to(event.technicianName),
    event.slotName && conflictWords.slot(event.slotName),
    answerOf(event),
  ];
  return (
    <>
      <Text size="sm">
        <b>{what.filter(Boolean).join(' ')}</b> · {formatInstant(new Date(event.at))}
      </Text>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {[event.actorName ?? conflictWords.system, event.data.note].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Messages sent are not changes of the visit: they have a place of their own. */
export const isChange = (event: Pick<VisitEvent, 'name'>): boolean => event.name !== 'notice.recorded';

/** What the customer answered to the question after the visit. */
function answerOf({ name, data }: WiredEvent): string | null {
  if (name !== 'visit.answered') return null;
  return data.to?.answer === 'yes' ? visitWords.solved : visitWords.notSolved;
}
