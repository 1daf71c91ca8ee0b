import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatInstant } from '../../machines/calendar/slots.ts';
import { setupWords } from '../words/setup/setup-words.ts';
import { settingEventText, type WiredSettingEvent } from './setting-event-text.ts';
import styles from './setup.module.css';

/** An event, and where it was: of an editor that shows several operations. */
type PlacedEvent = WiredSettingEvent & { place?: string };

/** Who changed what, and when, newest first. */
export function History({ events }: { events: PlacedEvent[] }) {
  return (
    <section aria-labelledby="history">
      <Title order={2} size="h5" id="history" mb="xs">
        {setupWords.history}
      </Title>
      {events.length === 0 ? (
        <Text size="sm" c="dimmed">
          {setupWords.noHistory}
        </Text>
      ) : (
        <ol className={styles.history}>
          {events.map((event) => (
            <SettingEventLine key={`${event.place} ${event.version}`} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The items of a list of changes. */
export const settingLines = (events: readonly WiredSettingEvent[]): ReactNode[] =>
  events.map((event) => <SettingEventLine key={event.version} event={event} />);

function SettingEventLine({ event }: { event: PlacedEvent }) {
  return (
    <li>
      <Text size="sm" className={styles.what}>
        {settingEventText(event)}
      </Text>
      <Text size="xs" c="dimmed">
        {event.place && `${event.place} · `}
        {event.actorName ?? setupWords.system} · {formatInstant(new Date(event.at))}
      </Text>
    </li>
  );
}
