import { Alert, Button, Stack } from '@mantine/core';
import { IconCircleCheckFilled, IconHomeFilled } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { dayInWords, formatTime, today } from '../../../machines/calendar/slots.ts';
import type { CustomerView } from '../../../machines/customer/customer-view.ts';
import { externalWords } from '../../words/shell/external-words.ts';
import { ChangeForm } from './change-form.tsx';
import styles from './external.module.css';
import { useReply } from './use-reply.ts';

const { conversation } = externalWords;

type Props = { token: string; view: CustomerView; show: (view: CustomerView) => void };

/** What the customer can do here: say that they are at home, and what the operation lets them: before the visit three steps, after it one question; or nothing. */
export function CustomerConversation(props: Props) {
  const { replies, question, atHome } = props.view.conversation;
  return (
    <>
      {atHome !== 'off' && <AtHome {...props} announced={atHome === 'said'} />}
      {replies ? <Replies {...props} /> : question === 'off' ? null : <Question {...props} />}
    </>
  );
}

/** One press, from two hours before the slot (contract §8). */
function AtHome({ token, show, announced }: Props & { announced: boolean }) {
  const { busy, failure, send } = useReply(token, show);
  const words = externalWords.atHome;
  return (
    <section className={styles.conversation} aria-label={words.press}>
      {failure && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {announced ? (
        <p role="status" className={styles.thanks}>
          <IconHomeFilled size={22} aria-hidden />
          {words.said}
        </p>
      ) : (
        <>
          <Button
            size="lg"
            fullWidth
            leftSection={<IconHomeFilled size={20} aria-hidden />}
            loading={busy === 'atHome'}
            onClick={() => send('atHome', {})}
          >
            {words.press}
          </Button>
          <p className={styles.hint}>{words.hint}</p>
        </>
      )}
    </section>
  );
}

function Replies({ token, view, show }: Props) {
  const { busy, failure, send, forget } = useReply(token, show);
  const { open, setOpen, heading } = useOpened();
  const turn = (to: typeof open) => {
    forget();
    setOpen(to);
  };
  const problem = failure && (
    <Alert color="red" variant="light" role="alert">
      {failure}
    </Alert>
  );
  const { seen } = view;
  if (open === 'change')
    return (
      <Framed heading={heading} title={conversation.changeTitle}>
        <ChangeForm
          token={token}
          busy={busy === 'change'}
          back={() => turn(null)}
          send={async (chosen) => {
            if (await send('change', { seen, ...chosen })) turn(null);
          }}
        >
          {problem}
        </ChangeForm>
      </Framed>
    );
  if (open === 'cancel')
    return (
      <Framed heading={heading} title={conversation.cancelTitle}>
        <p>{conversation.cancelText}</p>
        {problem}
        <Stack gap="xs">
          <Button size="lg" color="red" loading={busy === 'cancel'} onClick={() => send('cancel', { seen })}>
            {conversation.doCancel}
          </Button>
          <Button size="lg" variant="default" onClick={() => turn(null)}>
            {conversation.back}
          </Button>
        </Stack>
      </Framed>
    );
  return (
    <Framed heading={heading} title={conversation.title}>
      {problem}
      <Steps
        conversation={view.conversation}
        busy={busy === 'confirm'}
        confirm={() => void send('confirm', { seen })}
        turn={turn}
      />
    </Framed>
  );
}

/** What is open of the steps. What opens and closes takes the focus to its heading, and never on the page's first showing. */
function useOpened() {
  const [open, setOpen] = useState<'change' | 'cancel' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(open);
  useEffect(() => {
    if (shown.current !== open) heading.current?.focus();
    shown.current = open;
  }, [open]);
  return { open, setOpen, heading };
}

function Framed(props: { heading: RefObject<HTMLHeadingElement>; title: string; children: ReactNode }) {
  return (
    <section className={styles.conversation} aria-labelledby="conversation">
      <h2 id="conversation" ref={props.heading} tabIndex={-1}>
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

/** Confirm, change, cancel, and until when. */
function Steps(props: {
  conversation: CustomerView['conversation'];
  busy: boolean;
  confirm: () => void;
  turn: (to: 'change' | 'cancel') => void;
}) {
  const { busy, confirm, turn } = props;
  const { confirmed, change, cancel, until, changesLeft } = props.conversation;
  return (
    <>
      <Stack gap="xs">
        {confirmed ? (
          <p role="status" className={styles.thanks}>
            <IconCircleCheckFilled size={22} aria-hidden />
            {conversation.confirmed}
          </p>
        ) : (
          <Button size="lg" loading={busy} onClick={confirm}>
            {conversation.confirm}
          </Button>
        )}
        <Step
          why={change}
          visible={change !== cancel}
          label={conversation.change}
          act={() => turn('change')}
        />
        <Step why={cancel} visible label={conversation.cancel} act={() => turn('cancel')} />
      </Stack>
      {until && !(change && cancel) && (
        <p className={styles.hint}>
          {conversation.until(momentInWords(new Date(until)))}
          {!change && ` ${conversation.changesLeft(changesLeft)}`}
        </p>
      )}
    </>
  );
}

/** A step that is not possible says why, in its place (ux.md U13): a phone has no hover. */
function Step(props: {
  why: string | null;
  /** Whether it is said here for eyes too; where two are off for the same reason, they read it once. */
  visible: boolean;
  label: string;
  act: () => void;
}) {
  const { why, visible, label, act } = props;
  const id = `why-${label}`.replaceAll(/\W/g, '-');
  return (
    <div>
      <Button
        size="lg"
        fullWidth
        variant="default"
        data-disabled={why !== null || undefined}
        aria-disabled={why !== null || undefined}
        aria-describedby={why === null ? undefined : id}
        onClick={() => why === null && act()}
      >
        {label}
      </Button>
      {why !== null && (
        <p id={id} className={visible ? styles.hint : 'visually-hidden'}>
          {why}
        </p>
      )}
    </div>
  );
}

function Question({ token, view, show }: Props) {
  const { busy, failure, send } = useReply(token, show);
  const { question } = view.conversation;
  return (
    <section className={styles.conversation} aria-labelledby="conversation">
      <h2 id="conversation">{conversation.question}</h2>
      {failure && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {question === 'open' ? (
        <div className={styles.answers}>
          {(['yes', 'no'] as const).map((answer) => (
            <Button
              key={answer}
              size="lg"
              variant="default"
              disabled={busy !== null}
              onClick={() => send('answer', { answer })}
            >
              {conversation[answer]}
            </Button>
          ))}
        </div>
      ) : (
        <p role="status" className={styles.thanks}>
          <IconCircleCheckFilled size={22} aria-hidden />
          {question === 'yes' ? conversation.thanksYes : conversation.thanksNo}
        </p>
      )}
    </section>
  );
}

/** 'lunes 23 de noviembre a las 11:00', in the business zone. */
const momentInWords = (moment: Date): string =>
  conversation.moment(dayInWords(today(moment)), formatTime(moment));
