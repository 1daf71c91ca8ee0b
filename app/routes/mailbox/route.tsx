import { Anchor, Card, Container, Group, Stack, Text, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listNotices } from '../../../db/reads/visits/visit.ts';
import { mayDo, permissions } from '../../../machines/access/permissions.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { requireSession } from '../../require-session.server.ts';
import { Empty } from '../../ui/content/error-page.tsx';
import { hasWord } from '../../words/has-word.ts';
import { audienceWords, mailboxWords, templateText } from '../../words/shell/notices-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { visitWords } from '../../words/visit/visit-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import styles from './mailbox.module.css';

export const handle: ScreenHandle = { title: mailboxWords.title };
export const meta: MetaFunction = () => [{ title: `${mailboxWords.title} · ${shellWords.product}` }];

/** The development mailbox (contract §6): where messages go while no channel is switched on. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  if (!mayDo(actor, 'can_query_order'))
    throw new Response(refuse(permissions.can_query_order).text, { status: 403 });
  const notices = await listNotices(context.db, actor, context.keys, { limit: 100 });
  return { notices: notices.filter((notice) => notice.channel === 'mailbox') };
}

export default function Mailbox() {
  const { notices } = useLoaderData<typeof loader>();
  return (
    <Container size="sm" py="md" w="100%">
      <Text size="sm" c="dimmed" mb="md">
        {mailboxWords.hint}
      </Text>
      {notices.length === 0 && <Empty title={mailboxWords.empty} />}
      <Stack gap="sm">
        {notices.map((notice) => (
          <Card
            key={notice.id}
            id={`aviso-${notice.id}`}
            withBorder
            component="article"
            className={styles.notice}
          >
            <Group justify="space-between" mb={4}>
              <Title order={2} size="h6">
                {notice.subject ?? templateText(notice.template)}
              </Title>
              <Text size="xs" c="dimmed">
                {formatInstant(new Date(notice.sentAt ?? notice.createdAt))}
              </Text>
            </Group>
            <Text size="xs" c="dimmed" mb="xs">
              {mailboxWords.to}: {hasWord(audienceWords, notice.audience) && audienceWords[notice.audience]}{' '}
              {notice.recipient}
            </Text>
            <Text size="sm" className={styles.text}>
              {notice.text}
            </Text>
            <Anchor component={Link} to={`/visit/view/${notice.visitId}/default`} size="sm" mt="xs">
              {visitWords.title(notice.visitId)}
            </Anchor>
          </Card>
        ))}
      </Stack>
    </Container>
  );
}
