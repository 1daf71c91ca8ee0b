import { Button, Text } from '@mantine/core';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { technicianWords } from '../../words/technician.ts';
import styles from './tecnico.module.css';

/** The visit one is on the way for, always under the thumb. */
export function CurrentBar({ visit, close }: { visit: FieldVisit; close: () => void }) {
  return (
    <section className={styles.current} aria-label={technicianWords.onTheWayNow}>
      <div>
        <Text size="sm" fw={650}>
          {technicianWords.onTheWayNow}
        </Text>
        <Text size="sm" truncate>
          {visit.clientName} · {visit.address}
        </Text>
      </div>
      <Button size="md" h={46} onClick={close}>
        {technicianWords.close}
      </Button>
    </section>
  );
}
