import { IconCircleCheckFilled, IconHomeFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OfferedDay } from '../../../db/reads/visits/external-visit.ts';
import { dayInWords, formatTime, today } from '../../../machines/calendar/slots.ts';
import type { CustomerView } from '../../../machines/customer/customer-view.ts';
import { externalWords } from '../../words/shell/external-words.ts';
import { DayAndSlot } from './change-form.tsx';
import styles from './external.module.css';
import { type OpenForm, StepForm, Turn } from './forms.tsx';

const { conversation } = externalWords;

type Props = {
  view: CustomerView;
  token: string;
  /** The form that the address opens. */
  open: OpenForm | null;
  /** For 'change': what is offered. */
  days: OfferedDay[];
  /** Why what was sent was refused. */
  problem: string | null;
  /** The key under which the next step is sent. */
  submission: string;
};

/**
 * What was done, and what the customer can do here: say that they are at home, and what the operation lets them: before
 * the visit three steps, after it one question; or nothing.
 */
export function CustomerConversation(props: Props) {
  const { replies, question, atHome } = props.view.conversation;
  if (props.open !== null) return <OpenedForm {...props} form={props.open} />;
  if (question !== 'off') return <Question {...props} />;
  if (atHome === 'off' && !replies) return <Problem text={props.problem} />;
  return <BeforeTheVisit {...props} />;
}

/** There from the start, so that what the script says in it is read aloud. */
const Problem = ({ text }: { text: string | null }) => (
  <p role="alert" className={styles.problem} data-problem>
    {text}
  </p>
);

function Framed(props: { title: string; children: ReactNode }) {
  return (
    <section className={styles.conversation} aria-labelledby="conversation">
      <h2 id="conversation" tabIndex={-1}>
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

function BeforeTheVisit(props: Props) {
  const { view, token, problem, submission } = props;
  const { replies, confirmed, chosen, atHome } = view.conversation;
  const asksToConfirm = replies && !confirmed && !chosen && atHome !== 'said';
  const isAsked = asksToConfirm || atHome === 'offered';
  return (
    <section
      className={styles.conversation}
      aria-label={isAsked ? conversation.title : conversation.changesTitle}
    >
      <Done conversation={view.conversation} />
      {(isAsked || replies) && (
        <h2 id="conversation" tabIndex={-1}>
          {isAsked ? conversation.title : conversation.changesTitle}
        </h2>
      )}
      <Problem text={problem} />
      <div className={styles.buttons}>
        {atHome === 'offered' && (
          <StepForm token={token} step="atHome" submission={submission}>
            <button type="submit" className={styles.button} aria-describedby="at-home">
              <IconHomeFilled size={20} aria-hidden />
              {externalWords.atHome.press}
            </button>
            <p id="at-home" className={styles.hint}>
              {externalWords.atHome.hint}
            </p>
          </StepForm>
        )}
        {asksToConfirm && (
          <StepForm token={token} step="confirm" submission={submission} seen={view.seen}>
            <button
              type="submit"
              className={styles.button}
              data-look={atHome === 'offered' ? 'plain' : undefined}
            >
              {conversation.confirm}
            </button>
          </StepForm>
        )}
        {replies && <Changes view={view} token={token} />}
      </div>
    </section>
  );
}

/** What the customer has said or chosen already. */
function Done({ conversation: { replies, confirmed, chosen, atHome } }: Pick<CustomerView, 'conversation'>) {
  return (
    <>
      {atHome === 'said' && (
        <p className={styles.thanks}>
          <IconHomeFilled size={22} aria-hidden />
          {externalWords.atHome.said}
        </p>
      )}
      {replies && (confirmed || chosen) && (
        <p className={styles.thanks}>
          <IconCircleCheckFilled size={22} aria-hidden />
          {confirmed ? conversation.confirmed : conversation.chosen}
        </p>
      )}
    </>
  );
}

/** Change and cancel, and until when; where neither is possible, only why. */
function Changes({ view, token }: { view: CustomerView; token: string }) {
  const { change, cancel, until, changesLeft } = view.conversation;
  if (change !== null && cancel !== null) return <p className={styles.hint}>{conversation.tooLate}</p>;
  return (
    <>
      <TurnOrWhyNot token={token} form="change" label={conversation.change} why={change} />
      <TurnOrWhyNot token={token} form="cancel" label={conversation.cancel} why={cancel} />
      {until !== null && (
        <p className={styles.hint}>
          {conversation.until(momentInWords(new Date(until)))}
          {change === null && ` ${conversation.changesLeft(changesLeft)}`}
        </p>
      )}
    </>
  );
}

/** A step that is not possible says why, in its place (ux.md U13): a phone has no hover. */
function TurnOrWhyNot(props: { token: string; form: OpenForm; label: string; why: string | null }) {
  const { token, form, label, why } = props;
  if (why === null) return <Turn token={token} form={form} label={label} quiet={form === 'cancel'} />;
  return (
    <div>
      <button
        type="button"
        className={styles.button}
        data-look="off"
        aria-disabled
        aria-describedby={`why-${form}`}
      >
        {label}
      </button>
      <p id={`why-${form}`} className={styles.hint}>
        {why}
      </p>
    </div>
  );
}

function OpenedForm(props: Props & { form: OpenForm }) {
  const { form, token, days, problem, submission, view } = props;
  const isChange = form === 'change';
  // What it offers could not be read.
  const isUnread = isChange && days.length === 0 && problem !== null;
  return (
    <Framed title={isChange ? conversation.changeTitle : conversation.cancelTitle}>
      <Problem text={problem} />
      {!isChange && <p>{conversation.cancelText}</p>}
      {isChange && days.length === 0 && !isUnread && <p role="status">{conversation.noDays}</p>}
      <div className={styles.buttons}>
        {(!isChange || days.length > 0) && (
          <StepForm token={token} step={form} submission={submission} seen={view.seen}>
            {isChange && <DayAndSlot days={days} />}
            <button type="submit" className={styles.button} data-look={isChange ? undefined : 'danger'}>
              {isChange ? conversation.doChange : conversation.doCancel}
            </button>
          </StepForm>
        )}
        <Turn token={token} label={conversation.back} />
      </div>
    </Framed>
  );
}

function Question({ view, token, problem, submission }: Props) {
  const { question } = view.conversation;
  return (
    <Framed title={conversation.question}>
      <Problem text={problem} />
      {question === 'open' ? (
        <StepForm token={token} step="answer" submission={submission}>
          <div className={styles.answers}>
            {(['yes', 'no'] as const).map((answer) => (
              <button
                key={answer}
                type="submit"
                name="answer"
                value={answer}
                className={styles.button}
                data-look="plain"
              >
                {conversation[answer]}
              </button>
            ))}
          </div>
        </StepForm>
      ) : (
        <p className={styles.thanks}>
          <IconCircleCheckFilled size={22} aria-hidden />
          {question === 'yes' ? conversation.thanksYes : conversation.thanksNo}
        </p>
      )}
    </Framed>
  );
}

/** 'lunes 23 de noviembre a las 11:00', in the business zone. */
const momentInWords = (moment: Date): string =>
  conversation.moment(dayInWords(today(moment)), formatTime(moment));
