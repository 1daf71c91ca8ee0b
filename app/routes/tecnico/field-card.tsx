import { Link } from '@remix-run/react';
import { IconChevronDown, IconClockPause, IconHomeFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { formatDay, slotHasEnded, slotLabel } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { networkPlace } from '../../board/lookups/network-place.ts';
import { StatusBadge } from '../../board/status.tsx';
import { PendingMark } from '../../offline/pending-mark.tsx';
import { MapLink, TelephoneLinks, WhatsappLinks } from '../../ui/content/reach.tsx';
import plain from '../../ui/plain/plain.module.css';
import { boardWords } from '../../words/board/board-words.ts';
import { technicianWords } from '../../words/technician/technician-words.ts';
import { FieldButtons } from './field-buttons.tsx';
import type { FieldSteps } from './field-steps.ts';
import styles from './tecnico.module.css';
import type { TechnicianActions } from './use-technician-actions.ts';

type Props = {
  visit: FieldVisit;
  today: string;
  now: Date;
  /** Drawn with everything at once: the next one. The others show it when they are asked. */
  large: boolean;
  departs: boolean;
  /** Null until it is known what can be done with it. */
  steps: FieldSteps | null;
  readOnly: boolean;
  actions: TechnicianActions;
  close: (visit: FieldVisit) => void;
};

/** One visit in the hand: where, who, what, and at its bottom what can be done with it. */
export function FieldCard(props: Props) {
  const { visit, today, now, large, steps, readOnly } = props;
  const [opened, setOpened] = useState<boolean | null>(null);
  const shown = opened ?? large;
  const details = useId();
  const pending = props.actions.pending(visit.id);
  const late = !visit.delayed && !visit.onTheWay && slotHasEnded(visit.day, visit.toHour, now);
  return (
    <li
      className={styles.card}
      data-visit-id={visit.id}
      data-version={visit.version}
      data-current={visit.onTheWay || undefined}
      data-late={late || undefined}
      data-pending={pending ? true : undefined}
    >
      <Head visit={visit} today={today} late={late} />
      {visit.atHome && isOpen(visit) && (
        <p className={`${styles.mark} ${styles.atHome}`}>
          <IconHomeFilled size={16} aria-hidden />
          {boardWords.atHome}
        </p>
      )}
      {visit.runningLate !== null && isOpen(visit) && (
        <p className={`${styles.mark} ${styles.runningLate}`}>
          <IconClockPause size={16} aria-hidden />
          {technicianWords.runningLate(visit.runningLate)}
        </p>
      )}
      {pending && <PendingMark step={pending} />}
      <Link to={`/visit/view/${visit.id}/default`} className={`${plain.link} ${styles.link}`}>
        <span>
          OT {visit.orderNumber} · {visit.orderTypeName}
        </span>
      </Link>
      <p className={`${plain.small} ${plain.strong} ${plain.cut}`}>{visit.clientName}</p>
      <div className={styles.place}>
        <MapLink address={visit.address} location={visit.location} at={visit.place} />
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={shown}
          aria-controls={details}
          aria-label={`${shown ? technicianWords.fewer : technicianWords.details}: OT ${visit.orderNumber}`}
          onClick={() => setOpened(!shown)}
        >
          <IconChevronDown size={20} aria-hidden />
        </button>
      </div>
      <Details id={details} visit={visit} hidden={!shown} call={() => props.actions.call(visit)} />
      {!readOnly && steps && isOpen(visit) && (
        <div className={styles.row}>
          <FieldButtons {...props} steps={steps} />
        </div>
      )}
    </li>
  );
}

function Head({ visit, today, late }: { visit: FieldVisit; today: string; late: boolean }) {
  return (
    <div className={plain.spread}>
      <p className={`${styles.slot} ${plain.cut}`}>
        {slotLabel({ ...visit, name: visit.slotName })}
        {visit.day !== today && ` · ${formatDay(visit.day)}`}
      </p>
      <div className={styles.marks}>
        {late && <span className={styles.late}>{technicianWords.late}</span>}
        <StatusBadge visit={visit} reasonText={visit.reasonText} />
      </div>
    </div>
  );
}

/** How the customer is reached, and what is wrong where. */
function Details(props: { id: string; visit: FieldVisit; hidden: boolean; call: () => void }) {
  const { id, visit, hidden, call } = props;
  return (
    <div id={id} className={styles.details} hidden={hidden}>
      <div className={styles.reaches}>
        <TelephoneLinks telephones={visit.telephones} onCall={call} />
        <WhatsappLinks telephones={visit.telephones} />
      </div>
      <p className={plain.small}>
        {[visit.symptom, networkPlace(visit.nodeName, visit.tag), visit.zoneName].filter(Boolean).join(' · ')}
      </p>
      {visit.notes.length > 0 && (
        <p className={`${plain.small} ${plain.dimmed} ${styles.notes}`}>{visit.notes.join('\n')}</p>
      )}
    </div>
  );
}
