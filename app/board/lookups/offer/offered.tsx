import { useEffect, useRef } from 'react';
import type { Shown } from '../../../../db/reads/registry.ts';
import { type Day, formatDay, slotLabel, weekdayName } from '../../../../machines/calendar/slots.ts';
import type { NewsOfClient } from '../../../data/use-news-of-client.ts';
import { channelWords } from '../../../words/shell/messages-words.ts';
import { noticeWords } from '../../../words/shell/notices-words.ts';
import { offerWords as words } from '../../../words/visit/offer-words.ts';
import { useSection } from '../section.tsx';
import { useVisitMode } from '../use-visit-mode.ts';
import { VisitLink } from '../visit-link.tsx';
import styles from './offer.module.css';

export type OfferedVisit = {
  id: number;
  order: string;
  day: Day;
  name: string;
  fromHour: number;
  toHour: number;
};

type Props = { visit: OfferedVisit; client: string; news: NewsOfClient };

/** What was agreed, to say it again before hanging up, and whether the client has been notified. */
export function Offered({ visit, client, news }: Props) {
  const mode = useVisitMode();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const read = useSection('clientMessages', client, news);
  const messages = read.state === 'answered' && read.answer.ok ? read.answer.messages : [];
  const last = messages.find((line) => line.visit.id === visit.id && line.message)?.message ?? null;
  return (
    <div ref={box} tabIndex={-1} role="status" className={styles.made} data-offered={visit.id}>
      <strong>
        {weekdayName(visit.day)} {formatDay(visit.day)}, {slotLabel(visit)}
      </strong>
      <span>{words.made}</span>
      <span data-notice-state={last?.state}>{noticeText(last)}</span>
      <VisitLink id={visit.id} mode={mode} />
    </div>
  );
}

function noticeText(message: Shown<'clientMessages'>['messages'][number]['message']): string {
  switch (message?.state) {
    case 'sent':
      return words.notified(channelWords[message.channel ?? ''] ?? message.channel ?? '');
    case 'failed':
      return words.notNotified;
    case 'unknown':
      return words.notifiedUnknown;
    case 'no_channel':
      return words.noChannel;
    case 'dropped':
      return `${noticeWords.dropped}.`;
    default:
      return words.notifying;
  }
}
