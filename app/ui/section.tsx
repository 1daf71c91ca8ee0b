import { Card, Text, Title } from '@mantine/core';
import styles from './visit.module.css';

/** One part of the visit, with its title. */
export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card withBorder component="section">
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      {children}
    </Card>
  );
}

/** What somebody wrote: its lines as typed, and a word of any length inside its card. */
export function Written({ text }: { text: string }) {
  return (
    <Text size="sm" className={styles.written}>
      {text}
    </Text>
  );
}
