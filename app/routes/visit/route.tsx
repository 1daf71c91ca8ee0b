import { Alert, Anchor, Badge, Card, Container, Grid, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { findVersion } from '../../../db/reads/operation-version.ts';
import { findOrder } from '../../../db/reads/order.ts';
import { findVisit, listNotices, listVisitEvents } from '../../../db/reads/visit.ts';
import { derivations } from '../../../machines/labels.ts';
import { mayDo } from '../../../machines/permissions.ts';
import { refuse } from '../../../machines/refusals.ts';
import { formatDay, formatInstant, slotLabel } from '../../../machines/slots.ts';
import { friendlyDuration } from '../../../machines/timeline.ts';
import { OrderFacts } from '../../board/order-facts.tsx';
import { StatusBadge } from '../../board/status.tsx';
import { useLive } from '../../live.ts';
import { requireSession } from '../../require-session.ts';
import { words } from '../../words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import styles from './visit.module.css';

export const handle: ScreenHandle = { title: words.visit.heading };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? words.visit.title(data.visit.id) : words.visit.heading} · ${words.product}` },
];

/** A visit with its messages and its timeline (S2 §2 'Visit detail'). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const id = Number(params.visit_id);
  const valid = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const visit = valid ? await findVisit(context.db, actor, id) : undefined;
  if (!visit) throw new Response(refuse('visit-unknown').text, { status: 404 });
  const version = (await findVersion(context.db, visit.operation)) ?? 0;
  const [notices, events, order] = await Promise.all([
    listNotices(context.db, actor, { visitId: id }),
    listVisitEvents(context.db, actor, id),
    mayDo(actor, 'can_query_order') ? findOrder(context.db, actor, { number: visit.orderNumber }) : undefined,
  ]);
  return { visit, notices, events, order: order ?? null, version };
}

export default function Visit() {
  const { visit, notices, events, order, version } = useLoaderData<typeof loader>();
  useFollow(visit.operation, visit.id, version);
  const closed = visit.finished || visit.cancelled || visit.rescheduled;
  const facts: [string, React.ReactNode][] = [
    [words.visit.client, `${visit.clientName} · ${visit.clientId}`],
    [words.visit.address, [visit.address, visit.location].filter(Boolean).join(', ')],
    [
      words.visit.telephone,
      visit.telephone ? (
        <Anchor key="tel" href={`tel:${visit.telephone}`} size="sm">
          {visit.telephone}
        </Anchor>
      ) : null,
    ],
    [words.visit.date, formatDay(visit.day)],
    [words.visit.slot, slotLabel({ ...visit, name: visit.slotName })],
    [words.visit.technician, visit.technicianName ?? words.visit.unassigned],
    [words.visit.zone, visit.zoneName],
    [words.visit.node, [visit.nodeName, visit.tag].filter(Boolean).join(' · ')],
    [words.visit.creator, visit.creator],
    [words.visit.created, formatInstant(visit.createdAt)],
    [words.visit.onTheWayAt, visit.onTheWayAt && formatInstant(visit.onTheWayAt)],
    [words.visit.detachedBy, visit.detachedBy],
    [words.visit.detachComment, visit.detachedComments],
  ];
  return (
    <Container size="lg" py="md" w="100%">
      <Group gap="sm" mb="md">
        <Title order={2} size="h3">
          {words.visit.title(visit.id)}
        </Title>
        <StatusBadge visit={visit} reasonText={visit.reasonText} />
        {visit.rescheduled && <Badge variant="default">{words.status.rescheduled}</Badge>}
        {visit.rescheduledPrevious !== null && (
          <Anchor component={Link} to={`/visit/view/${visit.rescheduledPrevious}/default`} size="sm">
            {words.visit.previous} #{visit.rescheduledPrevious}
          </Anchor>
        )}
        {visit.rescheduledNext !== null && (
          <Anchor component={Link} to={`/visit/view/${visit.rescheduledNext}/default`} size="sm">
            {words.visit.next} #{visit.rescheduledNext}
          </Anchor>
        )}
      </Group>
      {visit.derivationType !== null && (
        <Alert color="blue" variant="light" mb="md">
          {words.visit.derived(derivations[visit.derivationType] ?? '')}
        </Alert>
      )}
      {visit.lateSchedule && (
        <Alert color="yellow" variant="light" mb="md">
          {words.visit.late}
        </Alert>
      )}
      <Grid gutter="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Card withBorder>
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
            </Card>
            <Section title={words.visit.notes}>
              {visit.notesLog.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {words.visit.noNotes}
                </Text>
              ) : (
                visit.notesLog.map((note) => (
                  <div key={`${note.author}${String(note.createdAt)}${note.text}`} className={styles.note}>
                    <Text size="xs" c="dimmed">
                      {note.author} · {formatInstant(new Date(note.createdAt))}
                    </Text>
                    <Text size="sm">{note.text}</Text>
                  </div>
                ))
              )}
            </Section>
            {visit.extraComments && <Section title={words.visit.repair}>{visit.extraComments}</Section>}
            {visit.rescheduleComments && (
              <Section title={words.visit.reschedule}>{visit.rescheduleComments}</Section>
            )}
            <Items
              title={words.visit.materials}
              kind="material"
              items={visit.items}
              comments={visit.materialComments}
            />
            <Items
              title={words.visit.labors}
              kind="labor"
              items={visit.items}
              comments={visit.laborComments}
            />
            {closed && <Timeline events={events} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Section title={words.visit.notices}>
              <Notices notices={notices} />
            </Section>
            <Section title={words.visit.order(visit.orderNumber, visit.orderTypeName)}>
              {order ? <OrderFacts order={order} /> : <Text size="sm">{visit.symptom}</Text>}
            </Section>
            {visit.signature && (
              <Section title={words.visit.signature}>
                <img src={visit.signature} alt={words.visit.signature} className={styles.signature} />
                {visit.signatureName && (
                  <Text size="sm">
                    {words.visit.signedBy}: {visit.signatureName}
                  </Text>
                )}
              </Section>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Container>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card withBorder component="section">
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      {children}
    </Card>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

function Items(props: {
  title: string;
  kind: 'material' | 'labor';
  items: Loaded['visit']['items'];
  comments: string | null;
}) {
  const items = props.items.filter((item) => item.kind === props.kind);
  if (items.length === 0 && !props.comments) return null;
  return (
    <Section title={props.title}>
      {items.length > 0 && (
        <Table fz="sm" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.visit.code}</Table.Th>
              <Table.Th>{words.visit.name}</Table.Th>
              <Table.Th ta="right">{words.visit.units}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.code}>
                <Table.Td>{item.code}</Table.Td>
                <Table.Td>{item.name}</Table.Td>
                <Table.Td ta="right">{item.amount}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {props.comments && <Text size="sm">{props.comments}</Text>}
    </Section>
  );
}

/** Each message with its state; in a demo, the development mailbox has its text. */
function Notices({ notices }: { notices: Loaded['notices'] }) {
  if (notices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.visit.noNotices}
      </Text>
    );
  return (
    <Stack gap={6}>
      {notices.map((notice) => (
        <div key={notice.id} data-notice-state={notice.state}>
          <Text size="sm" fw={600}>
            {words.template[notice.template] ?? notice.template} ·{' '}
            {words.notice[notice.state] ?? notice.state}
          </Text>
          <Text size="xs" c="dimmed">
            {[
              words.mailbox.audience[notice.audience],
              notice.channel,
              notice.recipient,
              formatInstant(new Date(notice.sentAt ?? notice.createdAt)),
              notice.problem,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {notice.channel === 'mailbox' && (
            <Anchor component={Link} to={`/mailbox#aviso-${notice.id}`} size="sm">
              {words.visit.mailbox}
            </Anchor>
          )}
        </div>
      ))}
    </Stack>
  );
}

function Timeline({ events }: { events: Loaded['events'] }) {
  if (events.length === 0) return null;
  const total = new Date(events.at(-1)!.at).getTime() - new Date(events[0]!.at).getTime();
  return (
    <Section title={words.visit.timeline}>
      <ol className={styles.timeline}>
        {events
          .filter((event) => event.name !== 'notice.recorded')
          .map((event) => (
            <li key={event.version}>
              <Text size="sm">
                <b>{words.event[event.name] ?? event.name}</b> · {formatInstant(new Date(event.at))}
              </Text>
              <Text size="xs" c="dimmed">
                {[event.actorName, event.data.note].filter(Boolean).join(' · ')}
              </Text>
            </li>
          ))}
      </ol>
      <Text size="sm" fw={600}>
        {words.visit.total}: {friendlyDuration(total)}
      </Text>
    </Section>
  );
}

/** Shown as it is: a change of this visit reads it again. */
function useFollow(operation: string, visitId: number, version: number) {
  const live = useLive();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const stop = live.watch(operation, {
      version: () => version,
      apply: (changes) => {
        if (changes.events.some((event) => event.visitId === visitId)) revalidate();
      },
      reload: revalidate,
    });
    live.loaded(operation);
    return stop;
  }, [live, operation, visitId, version, revalidate]);
}
