import { Card, Container, Stack, Text, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findExternalVisit } from '../../../db/reads/external-visit.ts';
import { refuse } from '../../../machines/refusals.ts';
import { formatDay, slotLabel } from '../../../machines/slots.ts';
import { StatusBadge } from '../../board/status.tsx';
import { words } from '../../words.ts';

export const meta: MetaFunction = () => [
  { title: words.external.title },
  { name: 'robots', content: 'noindex' },
];

/** What a customer sees through the link of a message: the visit's promise, and nothing else of the record. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const visit = await findExternalVisit(context.db, params.token ?? '');
  if (!visit) throw new Response(refuse('link-unknown').text, { status: 404 });
  return { visit };
}

export default function External() {
  const { visit } = useLoaderData<typeof loader>();
  return (
    <Container size="xs" py="xl" component="main">
      <Stack>
        <Title order={1} size="h3">
          {words.external.title}
        </Title>
        <Card withBorder>
          <Stack gap="xs">
            <StatusBadge visit={visit} reasonText={visit.reasonText} />
            <Text fw={600}>{formatDay(visit.day)}</Text>
            <Text>{slotLabel({ ...visit, name: visit.slotName })}</Text>
            <Text size="sm">{visit.orderTypeName}</Text>
            <Text size="sm" c="dimmed">
              {visit.operationName}
            </Text>
          </Stack>
        </Card>
      </Stack>
    </Container>
  );
}
