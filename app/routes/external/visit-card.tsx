import {
  IconArrowForwardUp,
  IconCalendarEvent,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockExclamation,
  IconTruck,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CustomerState, CustomerView } from '../../../machines/customer-view.ts';
import { dayInWords, formatDay, today } from '../../../machines/slots.ts';
import { words } from '../../words.ts';
import styles from './external.module.css';

const icons: Record<CustomerState, TablerIcon> = {
  scheduled: IconCalendarEvent,
  onTheWay: IconTruck,
  delayed: IconClockExclamation,
  finished: IconCircleCheckFilled,
  cancelled: IconCircleXFilled,
  rescheduled: IconArrowForwardUp,
};

/** S2 §2 'External visit view': the state, the promise, what happens next, and the order. Nothing of the customer. */
export function VisitCard(props: { view: CustomerView; lost: boolean; children: ReactNode }) {
  const { view, lost, children } = props;
  const Icon = icons[view.state];
  const when = words.external.when(dayInWords(view.day), view.fromHour, view.toHour);
  const { order } = view;
  const facts: [string, string | null][] = [
    [words.external.technician, view.technician],
    [words.external.order, order.number],
    [words.external.work, view.orderTypeName],
    [words.external.symptom, order.symptom],
    [words.external.orderedOn, formatDay(today(new Date(order.createdAt)))],
    [words.external.services, order.services.map(words.external.service).join(', ')],
    [words.external.operation, view.operationName],
  ];
  return (
    <main className={styles.page}>
      <h1 className={styles.heading}>{words.external.title}</h1>
      <article className={styles.card} data-state={view.state}>
        <div className={styles.top}>
          <span className={styles.badge}>
            <Icon size={44} stroke={1.6} aria-hidden />
          </span>
          <p className={styles.state}>{words.external.state[view.state]}</p>
          <p className={styles.when}>{when}</p>
        </div>
        <div className={styles.body}>
          {view.moved && (
            <p className={styles.moved}>
              <IconArrowForwardUp size={18} aria-hidden />
              {words.external.moved}
            </p>
          )}
          <Steps view={view} />
          <p className={styles.next}>{nextOf(view)}</p>
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
        </div>
      </article>
      {children}
      <Announcement view={view} />
      <p role="status" className={styles.lost}>
        {lost && words.external.lost}
      </p>
    </main>
  );
}

const nextOf = (view: CustomerView): string =>
  view.state === 'scheduled' && !view.departs
    ? words.external.next.scheduledOnly(null)
    : words.external.next[view.state](view.technician);

/** Agendada, en camino, concluida; a visit that ended otherwise has no such line. */
function Steps({ view }: { view: CustomerView }) {
  const all = ['scheduled', 'onTheWay', 'finished'] as const;
  const steps = all.filter((step) => view.departs || step !== 'onTheWay');
  const at = (steps as CustomerState[]).indexOf(view.state);
  if (at < 0) return null;
  return (
    <ol className={styles.steps} aria-label={words.external.steps}>
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
              {words.external.step[step]}
              {done && <span className="visually-hidden"> ({words.external.stepDone})</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** What changed since the page was opened, said once and politely. */
function Announcement({ view }: { view: CustomerView }) {
  const [said, setSaid] = useState('');
  const shown = `${words.external.state[view.state]}. ${nextOf(view)}`;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    setSaid(shown);
  }, [shown]);
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  );
}
