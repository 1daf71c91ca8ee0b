import { Button, Text } from '@mantine/core';
import type { FieldVisit } from '../../../db/reads/technician-day.ts';
import { words } from '../../words.ts';
import styles from './tecnico.module.css';

/** The visit one is on the way for, always under the thumb. */
export function CurrentBar({ visit, close }: { visit: FieldVisit; close: () => void }) {
  return (
    <section className={styles.current} aria-label={words.technician.onTheWayNow}>
      <div>
        <Text size="sm" fw={650}>
          {words.technician.onTheWayNow}
        </Text>
        <Text size="sm" truncate>
          {visit.clientName} · {visit.address}
        </Text>
      </div>
      <Button size="md" h={46} onClick={close}>
        {words.technician.close}
      </Button>
    </section>
  );
}
