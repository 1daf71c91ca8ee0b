import { Anchor, Button, Card, Container, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import { IconSearch } from '@tabler/icons-react';
import { listMailbox } from '../../../db/reads/notices/mailbox.ts';
import { mayDo, permissions } from '../../../machines/access/permissions.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { cleanText } from '../../clean-text.server.ts';
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
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  if (!mayDo(actor, 'can_query_order'))
    throw new Response(refuse(permissions.can_query_order).text, { status: 403 });
  const params = new URL(request.url).searchParams;
  const search = cleanText(params.get('buscar'));
  const text = params.get('antes') ?? '';
  const before = /^\d{1,9}$/.test(text) ? Number(text) : null;
  return { ...(await listMailbox(context.db, actor, context.keys, { before, search })), before, search };
}

export default function Mailbox() {
  const { notices, next, before, search } = useLoaderData<typeof loader>();
  return (
    <Container size="sm" py="md" w="100%">
      <Text size="sm" c="dimmed" mb="md">
        {mailboxWords.hint}
      </Text>
      <Search search={search} />
      {notices.length === 0 && <Empty title={search ? mailboxWords.nothing : mailboxWords.empty} />}
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
      <Group mt="md">
        {before !== null && (
          <Button component={Link} to={addressOf(search, null)} variant="default">
            {mailboxWords.newest}
          </Button>
        )}
        {next !== null && (
          <Button component={Link} to={addressOf(search, next)} variant="default">
            {mailboxWords.older}
          </Button>
        )}
      </Group>
    </Container>
  );
}

const addressOf = (search: string, before: number | null): string =>
  `?${new URLSearchParams({ ...(search ? { buscar: search } : {}), ...(before === null ? {} : { antes: String(before) }) })}`;

/** What is looked for stands in the address. */
function Search({ search }: { search: string }) {
  const { key } = useLocation();
  return (
    <Form method="get" key={key} role="search">
      <Group gap="xs" align="end" mb="md">
        <TextInput
          className={styles.search}
          name="buscar"
          label={mailboxWords.search}
          defaultValue={search}
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {mailboxWords.find}
        </Button>
      </Group>
    </Form>
  );
}
