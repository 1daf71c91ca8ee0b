import { Anchor, Stack, Text } from '@mantine/core';
import type { SerializeFrom } from '@remix-run/node';
import { Link } from '@remix-run/react';
import type { NoticeLine } from '../../../db/reads/visits/visit.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { hasWord } from '../../words/has-word.ts';
import {
  audienceWords,
  noticeWords,
  staffNoticeWords,
  templateText,
} from '../../words/shell/notices-words.ts';
import { visitWords } from '../../words/visit/visit-words.ts';
import styles from './visit.module.css';

/** Each message with its state (contract §6); in a demo, the development mailbox has its text. */
export function Notices({ notices }: { notices: SerializeFrom<NoticeLine>[] }) {
  if (notices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {visitWords.noNotices}
      </Text>
    );
  return (
    <Stack gap={6}>
      {notices.map((notice) => (
        <div key={notice.id} data-notice-state={notice.state}>
          <Text size="sm" fw={600}>
            {templateText(notice.template)} · {stateText(notice)}
          </Text>
          <Text size="xs" c="dimmed">
            {[
              hasWord(audienceWords, notice.audience) && audienceWords[notice.audience],
              notice.channel,
              notice.recipient,
              formatInstant(new Date(notice.sentAt ?? notice.createdAt)),
              notice.problem,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {notice.channel === 'mailbox' && (
            <Anchor
              component={Link}
              // The page that begins with it: an older one is not among the newest.
              to={`/mailbox?antes=${notice.id + 1}#aviso-${notice.id}`}
              size="sm"
              className={styles.link}
            >
              {visitWords.mailbox}
            </Anchor>
          )}
        </div>
      ))}
    </Stack>
  );
}

function stateText({ state, audience }: { state: string; audience: string }): string {
  const texts = audience === 'customer' ? noticeWords : staffNoticeWords;
  return hasWord(texts, state) ? texts[state] : state;
}
