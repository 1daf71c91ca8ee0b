import {
  IconArrowForwardUp,
  IconCalendarCheck,
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
import type { ReactNode } from 'react';
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

/**
 * S2 §2 'External visit view': the state, the promise, what happens next, what the customer can do, and the order. Nothing
 * of the customer. Each `data-part` is replaced by itself when the visit changes (`script/redraw.ts`).
 */
export function VisitCard(props: { view: CustomerView; token: string; children: ReactNode }) {
  const { view, token, children } = props;
  return (
    <main className={styles.page} data-view={JSON.stringify(view)} data-token={token}>
      <header className={styles.who} data-part="who">
        {view.logo && <img className={styles.logo} src={view.logo} alt="" />}
        <p className={styles.company}>{view.company}</p>
      </header>
      <h1 className={styles.heading}>{externalWords.title}</h1>
      <article className={styles.card} data-part="card" data-state={view.state}>
        <div data-part="promise">
          <Promised view={view} />
        </div>
        <div data-part="act">{children}</div>
        <div data-part="facts" className={styles.body}>
          <Steps view={view} />
          <Facts view={view} />
        </div>
      </article>
      <div data-part="call">
        {[...(view.telephone ? [view.telephone] : []), ...(view.moreTelephones ?? [])].map(
          ({ shown, tel }) => (
            <a key={tel} className={styles.call} href={`tel:${tel}`}>
              <IconPhone size={20} aria-hidden />
              <span>
                {externalWords.call(view.company)}
                <b>{shown}</b>
              </span>
            </a>
          ),
        )}
      </div>
      <p role="status" className="visually-hidden" data-announced />
      <p role="status" className={styles.lost} data-lost />
    </main>
  );
}

function Promised({ view }: { view: CustomerView }) {
  const Icon = icons[view.state];
  const isConfirmed = view.state === 'scheduled' && view.conversation.replies && view.conversation.confirmed;
  const late = lateOf(view);
  return (
    <>
      <div className={styles.top}>
        <span className={styles.badge}>
          {isConfirmed ? (
            <IconCalendarCheck size={30} stroke={1.6} aria-hidden />
          ) : (
            <Icon size={30} stroke={1.6} aria-hidden />
          )}
        </span>
        <div>
          <p className={styles.state} data-said>
            {isConfirmed ? externalWords.confirmedState : externalWords.state[view.state]}
          </p>
          <p className={styles.when}>
            {externalWords.when(dayInWords(view.day), view.fromHour, view.toHour)}
          </p>
        </div>
      </div>
      <div className={styles.next}>
        {view.moved && (
          <p className={styles.moved}>
            <IconArrowForwardUp size={18} aria-hidden />
            {externalWords.moved}
          </p>
        )}
        {late !== null && (
          <p className={styles.moved}>
            <IconClockPause size={18} aria-hidden />
            {late}
          </p>
        )}
        <p data-said>{nextOf(view)}</p>
      </div>
    </>
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
