import { Anchor } from '@mantine/core';
import type { VisitDetail } from '../../../db/reads/visits/visit.ts';
import { formatTime } from '../../../machines/calendar/slots.ts';
import { friendlyDuration } from '../../../machines/calendar/timeline.ts';
import { distanceMetres, type Point } from '../../../machines/order/point.ts';
import type { Position } from '../../../machines/visit/arrival.ts';
import type { WiredEvent } from '../../dispatch/event-line.tsx';
import { type Fact, Facts } from '../../ui/content/facts.tsx';
import { Section } from '../../ui/content/section.tsx';
import { visitWords as words } from '../../words/visit/visit-words.ts';

type Props = {
  visit: {
    arrivedAt: string | Date | null;
    atHomeAt: string | Date | null;
    closedAt: string | Date | null;
    position: VisitDetail['position'];
    place: VisitDetail['place'];
  };
  events: readonly WiredEvent[];
  /** How many there are. */
  photos: number;
};

/** That the technician came, and that the customer was there: when, where, how long they waited and how often they called (contract §8). */
export function Proof({ visit, events, photos }: Props) {
  const { arrivedAt, atHomeAt, closedAt, position, place } = visit;
  const calls = events.filter(({ name }) => name === 'visit.called');
  if (!arrivedAt && !atHomeAt && calls.length === 0) return null;
  const arrival = arrivedAt && new Date(arrivedAt);
  const facts: Fact[] = [
    [words.atHomeAt, atHomeAt && formatTime(new Date(atHomeAt))],
    [words.arrivedAt, arrival && formatTime(arrival)],
    [words.waited, arrival && closedAt && friendlyDuration(new Date(closedAt).getTime() - arrival.getTime())],
    [words.calls, calls.length > 0 && words.callsAt(calls.map(({ at }) => formatTime(new Date(at))))],
    [words.photos, photos > 0 && String(photos)],
    [words.position, arrival && (position ? <OnMap {...position} /> : words.noPosition)],
    [words.distance, arrival && position && place && words.metres(distanceOf(position, place))],
  ];
  return (
    <Section title={words.proof}>
      <Facts rows={facts} />
    </Section>
  );
}

const distanceOf = ({ latitude, longitude }: Position, place: Point): number =>
  distanceMetres({ lat: latitude, lon: longitude }, place);

const OnMap = ({ latitude, longitude, accuracy }: NonNullable<VisitDetail['position']>) => (
  <Anchor
    size="sm"
    href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
    target="_blank"
    rel="noreferrer"
  >
    {words.onMap(accuracy)}
  </Anchor>
);
