import {
  IconArrowForwardUp,
  IconCalendarEvent,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockExclamation,
  IconClockPause,
  IconMapPinCheck,
  IconPhone,
  IconTruck,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { dayInWords, formatDay, today } from '../../../machines/calendar/slots.ts';
import type { CustomerState, CustomerView } from '../../../machines/customer/customer-view.ts';
import { shiftedSlot } from '../../../machines/visit/running-late.ts';
import { externalWords } from '../../words/shell/external-words.ts';
import styles from './external.module.css';

const icons: Record<CustomerState, TablerIcon> = {
  scheduled: IconCalendarEvent,
  onTheWay: IconTruck,
  arrived: IconMapPinCheck,
  delayed: IconClockExclamation,
  finished: IconCircleCheckFilled,
  cancelled: IconCircleXFilled,
  rescheduled: IconArrowForwardUp,
};

/** S2 §2 'External visit view': the state, the promise, what happens next, and the order. Nothing of the customer. */
export function VisitCard(props: { view: CustomerView; lost: boolean; children: ReactNode }) {
  const { view, lost, children } = props;
  const Icon = icons[view.state];
  const when = externalWords.when(dayInWords(view.day), view.fromHour, view.toHour);
  return (
    <main className={styles.page}>
      <header className={styles.who}>
        {view.logo && <img className={styles.logo} src={view.logo} alt="" />}
        <p className={styles.company}>{view.company}</p>
      </header>
      <h1 className={styles.heading}>{externalWords.title}</h1>
      <article className={styles.card} data-state={view.state}>
        <div className={styles.top}>
          <span className={styles.badge}>
            <Icon size={44} stroke={1.6} aria-hidden />
          </span>
          <p className={styles.state}>{externalWords.state[view.state]}</p>
          <p className={styles.when}>{when}</p>
        </div>
        <div className={styles.body}>
          {view.moved && (
            <p className={styles.moved}>
              <IconArrowForwardUp size={18} aria-hidden />
              {externalWords.moved}
            </p>
          )}
          <Steps view={view} />
          {lateOf(view) && (
            <p className={styles.moved}>
              <IconClockPause size={18} aria-hidden />
              {lateOf(view)}
            </p>
          )}
          <p className={styles.next}>{nextOf(view)}</p>
          <Facts view={view} />
        </div>
      </article>
      {children}
      {[...(view.telephone ? [view.telephone] : []), ...(view.moreTelephones ?? [])].map(({ shown, tel }) => (
        <a key={tel} className={styles.call} href={`tel:${tel}`}>
          <IconPhone size={20} aria-hidden />
          <span>
            {externalWords.call(view.company)}
            <b>{shown}</b>
          </span>
        </a>
      ))}
      <Announcement view={view} />
      <p role="status" className={styles.lost}>
        {lost && externalWords.lost}
      </p>
    </main>
  );
}

function Facts({ view }: { view: CustomerView }) {
  const { order } = view;
  const facts: [string, string | null][] = [
    [externalWords.where, view.address],
    [externalWords.work, externalWords.works.get(view.orderTypeName.toLowerCase()) ?? view.orderTypeName],
    [externalWords.symptom, order.symptom],
    [externalWords.technician, view.technician],
    [externalWords.order, order.number],
    [externalWords.orderedOn, formatDay(today(new Date(order.createdAt)))],
    [externalWords.services, order.services.map(externalWords.service).join(', ')],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const nextOf = (view: CustomerView): string =>
  view.state === 'scheduled' && !view.departs
    ? externalWords.next.scheduledOnly(null)
    : externalWords.next[view.state](view.technician);

/** What the technician has said of the time, until they are there. */
const lateOf = ({ state, fromHour, toHour, conversation: { late } }: CustomerView): string | null =>
  late !== null && (state === 'scheduled' || state === 'onTheWay')
    ? externalWords.late(late, shiftedSlot({ fromHour, toHour }, late))
    : null;

/** Agendada, en camino, concluida; a visit that ended otherwise has no such line. */
function Steps({ view }: { view: CustomerView }) {
  const all = ['scheduled', 'onTheWay', 'finished'] as const;
  const steps = all.filter((step) => view.departs || step !== 'onTheWay');
  const at = (steps as CustomerState[]).indexOf(
    view.state === 'arrived' && view.departs ? 'onTheWay' : view.state,
  );
  if (at < 0) return null;
  return (
    <ol className={styles.steps} aria-label={externalWords.steps}>
      {steps.map((step, index) => {
        const done = index < at || view.state === 'finished';
        return (
          <li
            key={step}
            className={styles.step}
            data-done={done || undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={styles.dot}>{done && <IconCheck size={14} stroke={3} aria-hidden />}</span>
            <span>
              {externalWords.step[step]}
              {done && <span className="visually-hidden"> ({externalWords.stepDone})</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** What changed since the page was opened, said once and politely. */
function Announcement({ view }: { view: CustomerView }) {
  const [announced, setAnnounced] = useState('');
  const shown = `${externalWords.state[view.state]}. ${nextOf(view)}`;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    setAnnounced(shown);
  }, [shown]);
  return (
    <p role="status" className="visually-hidden">
      {announced}
    </p>
  );
}
