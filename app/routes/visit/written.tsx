import { Text } from '@mantine/core';
import styles from './visit.module.css';

/** Text of a user: its lines as typed, and a word of any length inside its card. */
export function Written({ text }: { text: string }) {
  return (
    <Text size="sm" className={styles.written}>
      {text}
    </Text>
  );
}
