import { Button, Group, Text } from '@mantine/core';
import type { FreePlace } from '../../db/reads/visits/places.ts';
import { formatDay, slotLabel, weekdayName } from '../../machines/calendar/slots.ts';
import { createWords as words } from '../words/visit/creation-words.ts';

type Props = { near: readonly FreePlace[]; choose: (place: FreePlace) => void };

/** The nearest slots with places, where some of the day have none: one press chooses day and slot. */
export function NearPlaces({ near, choose }: Props) {
  if (near.length === 0) return <Text size="sm">{words.noneNear}</Text>;
  return (
    <Group gap="xs" role="group" aria-label={words.near}>
      <Text size="sm">{words.near}</Text>
      {near.map((place) => (
        <Button
          key={`${place.day}.${place.id}`}
          size="compact-sm"
          variant="light"
          onClick={() => choose(place)}
        >
          {weekdayName(place.day)} {formatDay(place.day).slice(0, 5)}, {slotLabel(place)}
          {place.left !== null && ` · ${words.left(place.left)}`}
        </Button>
      ))}
    </Group>
  );
}
