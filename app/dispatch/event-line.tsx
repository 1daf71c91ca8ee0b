import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { VisitEvent } from '../../db/reads/visits/visit.ts';
import { formatInstant, formatTime, today } from '../../machines/calendar/slots.ts';
import { consequencesOf } from '../../machines/events.ts';
import { wasReportedLate } from '../../machines/visit/moment.ts';
import { conflictWords as words } from '../words/board/dispatch-words.ts';
import { visitWords } from '../words/visit/visit-words.ts';

/** An event as it comes over the wire: instants are texts there. */
export type WiredEvent = Omit<VisitEvent, 'at' | 'reportedAt'> & {
  at: string | Date;
  reportedAt: string | Date | null;
};

/** One thing that happened to a visit: what, to whom or where, when, by whom, with which note. */
export function EventLine({ event }: { event: WiredEvent }) {
  const what = [
    consequencesOf(event.name)?.label ?? event.name,
    // Who took a visit is who did it: said once, below.
    event.technicianName && event.name !== 'visit.taken' && words.to(event.technicianName),
    event.slotName && words.slot(event.slotName),
    answerOf(event),
    lateOf(event),
  ];
  return (
    <>
      <Text size="sm">
        <b>{what.filter(Boolean).join(' ')}</b> · {formatInstant(new Date(event.at))}
        {reportOf(event)}
      </Text>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {[event.actorName ?? words.system, event.data.note].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** The items of a list of changes. */
export const eventLines = (events: readonly WiredEvent[]): ReactNode[] =>
  events.map((event) => (
    <li key={event.version}>
      <EventLine event={event} />
    </li>
  ));

/** Messages sent are not changes of the visit: they have a place of their own. */
export const isChange = (event: Pick<VisitEvent, 'name'>): boolean => event.name !== 'notice.recorded';

/** When it was reported, of what a device without a signal reported later. */
function reportOf({ at, reportedAt }: WiredEvent): string {
  if (reportedAt === null) return '';
  const [from, to] = [new Date(at), new Date(reportedAt)];
  if (!wasReportedLate(from, to)) return '';
  const when =
    today(from) === today(to) ? words.reported(formatTime(to)) : words.reportedOn(formatInstant(to));
  return ` · ${when}`;
}

/** How late a technician has said to be. */
const lateOf = ({ name, data }: WiredEvent): string | null =>
  name === 'visit.running_late'
    ? typeof data.to?.minutes === 'number'
      ? visitWords.minutes(data.to.minutes)
      : visitWords.notComing
    : null;

/** What the customer answered to the question after the visit. */
function answerOf({ name, data }: WiredEvent): string | null {
  if (name !== 'visit.answered') return null;
  return data.to?.answer === 'yes' ? visitWords.solved : visitWords.notSolved;
}
