import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import plain from '../../ui/plain/plain.module.css';
import { PlainButton } from '../../ui/plain/plain.tsx';
import { technicianWords } from '../../words/technician/technician-words.ts';
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
    <section className={styles.current} aria-label={now} data-foot>
      <div>
        <p className={`${plain.small} ${plain.strong}`}>{now}</p>
        <p className={`${plain.small} ${plain.cut}`}>
          {visit.clientName} · {visit.address}
        </p>
      </div>
      {arrives && (
        <PlainButton size="finger" data-busy={arrive === null || undefined} onClick={() => arrive?.()}>
          {technicianWords.arrive}
        </PlainButton>
      )}
      <PlainButton size="finger" look={arrives ? 'default' : 'filled'} onClick={close}>
        {technicianWords.close}
      </PlainButton>
    </section>
  );
}
