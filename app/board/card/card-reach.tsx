import { Skeleton } from '@mantine/core';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { type AskAnswer, fieldVisitAddress } from '../../data/ask.ts';
import { useRead } from '../../data/use-read.ts';
import { MapLink, TelephoneLinks, UnusableFields, WhatsappLinks } from '../../ui/content/reach.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { visitCardWords as words } from '../../words/board/visit-card-words.ts';
import styles from './visit-card.module.css';

/** Address and telephone, which a week of visits does without: asked for when they are wanted. */
export function CardReach({ visit }: { visit: CalendarVisit }) {
  const read = useRead<AskAnswer<'fieldVisit'>>(fieldVisitAddress(visit.id, visit.version), { keep: true });
  const full = read.state === 'answered' && read.answer.ok ? read.answer.visit : null;
  if (read.state === 'asking')
    return (
      <div className={styles.reach} aria-busy>
        <span className="visually-hidden">{words.loading}</span>
        <Skeleton height={14} width="85%" my={5} />
        <Skeleton height={14} width="55%" my={5} />
      </div>
    );
  if (!full)
    return (
      <div className={styles.reach} role="alert">
        {words.failed}{' '}
        <button type="button" className={styles.retry} onClick={read.retry}>
          {boardWords.retry}
        </button>
      </div>
    );
  return (
    <div className={styles.reach}>
      {full.address ? (
        <MapLink address={full.address} location={full.location} at={full.place} />
      ) : (
        words.noAddress
      )}
      <div className={styles.line}>
        <TelephoneLinks telephones={full.telephones} />
        <WhatsappLinks telephones={full.telephones} />
        <UnusableFields fields={full.unusable} />
      </div>
    </div>
  );
}
