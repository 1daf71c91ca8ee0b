import { Button, Text } from '@mantine/core';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { technicianWords } from '../../words/technician.ts';
import styles from './tecnico.module.css';

/** The visit one is on the way for, always under the thumb. */
export function CurrentBar({
  visit,
  close,
  arrive,
}: {
  visit: FieldVisit;
  close: () => void;
  /** Null: it is being recorded. */
  arrive: (() => void) | null;
}) {
  const now = visit.arrived ? technicianWords.arrivedNow : technicianWords.onTheWayNow;
  const arrives = !visit.arrived && visit.arrival !== 'off';
  return (
    <section className={styles.current} aria-label={now}>
      <div>
        <Text size="sm" fw={650}>
          {now}
        </Text>
        <Text size="sm" truncate>
          {visit.clientName} · {visit.address}
        </Text>
      </div>
      {arrives && (
        <Button size="md" h={46} px="sm" data-busy={arrive === null || undefined} onClick={() => arrive?.()}>
          {technicianWords.arrive}
        </Button>
      )}
      <Button size="md" h={46} px="sm" variant={arrives ? 'default' : 'filled'} onClick={close}>
        {technicianWords.close}
      </Button>
    </section>
  );
}
