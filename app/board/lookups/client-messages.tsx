import { Button, Text } from '@mantine/core';
import type { Shown } from '../../../db/reads/registry.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { useResend } from '../../data/use-resend.ts';
import { channelWords, messagesWords as words } from '../../words/shell/messages-words.ts';
import { templateText } from '../../words/shell/notices-words.ts';
import styles from './client-messages.module.css';
import { type About, More, Nothing, Section, usePages } from './section.tsx';
import { useVisitMode } from './use-visit-mode.ts';
import { VisitLink } from './visit-link.tsx';

/** What was said to the client over all visits, and what came back: messages, the link, answers. Newest first. */
export function ClientMessages({ id, news }: About) {
  const { read, more } = usePages('clientMessages', id, news);
  const { busy, resend } = useResend();
  return (
    <Section title={words.title} loading={words.loading} read={read} failed={() => words.failed}>
      {({ messages, more: there, mayResend }) =>
        messages.length === 0 ? (
          <Nothing text={words.none} />
        ) : (
          <>
            <ul className={styles.lines}>
              {messages.map((line) => (
                <MessageLine
                  key={line.key}
                  line={line}
                  busy={busy}
                  resend={mayResend && line.message?.whyNotAgain === null ? resend : null}
                />
              ))}
            </ul>
            {there && <More {...more} />}
          </>
        )
      }
    </Section>
  );
}

type ShownMessage = Shown<'clientMessages'>['messages'][number];
type LineProps = { line: ShownMessage; busy: boolean; resend: ((noticeId: number) => void) | null };

function MessageLine({ line, busy, resend }: LineProps) {
  const mode = useVisitMode();
  const { at, visit, message, openedFirst } = line;
  const time = formatInstant(new Date(at));
  const first = openedFirst && formatInstant(new Date(openedFirst));
  return (
    <li
      className={styles.line}
      data-message={message?.id}
      data-state={message?.state}
      data-back={message ? undefined : true}
    >
      <span className={styles.what}>
        <strong>{whatOf(line)}</strong>
        {message && <span className={styles.state}>{stateOf(message)}</span>}
      </span>
      <span className={styles.when}>
        {[time, first && first !== time && words.openedSince(first)].filter(Boolean).join(' · ')}{' '}
        <VisitLink id={visit.id} mode={mode} />
      </span>
      {message?.problem && message.state !== 'sent' && (
        <Text size="xs" className={styles.problem!}>
          {message.problem}
        </Text>
      )}
      {message && resend && (
        <Button
          size="compact-xs"
          variant="default"
          className={styles.again!}
          disabled={busy}
          aria-label={words.resendOf(templateText(message.template), visit.id)}
          onClick={() => resend(message.id)}
        >
          {words.resend}
        </Button>
      )}
    </li>
  );
}

function whatOf({ message, step }: ShownMessage): string {
  if (message) return templateText(message.template);
  if (!step) return words.opened;
  return step.answer ? words.solved[step.answer] : words.steps[step.name];
}

function stateOf({ state, channel }: NonNullable<ShownMessage['message']>): string {
  const text = words.states[state];
  const by = channel && channelWords[channel];
  return by && (state === 'sent' || state === 'failed' || state === 'unknown') ? words.by(text, by) : text;
}
