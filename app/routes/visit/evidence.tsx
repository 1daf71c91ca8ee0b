import { Table, Text } from '@mantine/core';
import type { VisitDetail } from '../../../db/reads/visits/visit.ts';
import { friendlyDuration, totalDuration } from '../../../machines/calendar/timeline.ts';
import { EventLine, isChange, type WiredEvent } from '../../dispatch/event-line.tsx';
import { Section } from '../../ui/content/section.tsx';
import { visitWords } from '../../words/visit/visit-words.ts';
import styles from './visit.module.css';
import { Written } from './written.tsx';

/** What was used or done: code, name, units, and the comments (S2 §2). */
export function Items(props: {
  title: string;
  kind: 'material' | 'labor';
  items: VisitDetail['items'];
  comments: string | null;
}) {
  const items = props.items.filter((item) => item.kind === props.kind);
  if (items.length === 0 && !props.comments) return null;
  return (
    <Section title={props.title}>
      {items.length > 0 && (
        <Table fz="sm" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{visitWords.code}</Table.Th>
              <Table.Th>{visitWords.name}</Table.Th>
              <Table.Th ta="right">{visitWords.units}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.code}>
                <Table.Td>{item.code}</Table.Td>
                <Table.Td>{item.name}</Table.Td>
                <Table.Td ta="right">{item.amount}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {props.comments && <Written text={props.comments} />}
    </Section>
  );
}

/** What became of a visit and when, segment by segment; of a closed one with 'Duración total' (S2 §2). */
export function Timeline({ events, closed }: { events: WiredEvent[]; closed: boolean }) {
  if (events.length === 0) return null;
  const changes = events.filter(isChange);
  const instant = (event: WiredEvent | undefined) => new Date(event?.at ?? 0).getTime();
  return (
    <Section title={visitWords.timeline}>
      <ol className={styles.timeline}>
        {changes.map((event, index) => (
          <li key={event.version}>
            <EventLine event={event} />
            {index > 0 && (
              <Text size="xs" c="dimmed">
                {visitWords.segment(friendlyDuration(instant(event) - instant(changes[index - 1])))}
              </Text>
            )}
          </li>
        ))}
      </ol>
      {closed && (
        <Text size="sm" fw={600}>
          {visitWords.total}: {friendlyDuration(totalDuration(changes))}
        </Text>
      )}
    </Section>
  );
}
