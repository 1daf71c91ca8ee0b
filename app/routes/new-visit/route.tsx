import { Alert, Anchor, Button, Card, Container, Grid, Stack, Text, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { findOrder } from '../../../db/reads/orders/order.ts';
import { listZones } from '../../../db/reads/settings/operation.ts';
import { mayDo, permissions } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { OrderFacts } from '../../board/orders/order-facts.tsx';
import { requireSession } from '../../require-session.server.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { createWords } from '../../words/visit/creation-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { CreateForm } from './create-form.tsx';

export const handle: ScreenHandle = { title: createWords.title };
export const meta: MetaFunction = () => [{ title: `${createWords.title} · ${shellWords.product}` }];

/** The order that a visit is generated from (S2 §2 'Visit creation form'); without a number the form says so. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor, defaultView } = requireSession(context);
  if (!mayDo(actor, 'can_create_visit'))
    throw new Response(refuse(permissions.can_create_visit).text, { status: 403 });
  if (params.type !== 'new') throw new Response('', { status: 404 });
  if (!params.ot_number || !params.ot_type) return { order: null };
  const type = Number(params.ot_type);
  const valid = /^\d{11}$/.test(params.ot_number) && Number.isInteger(type);
  if (valid && !actor.operations.includes(params.ot_number.slice(0, 3)))
    throw new Response(refuse('order-operation-not-assigned').text, { status: 403 });
  const order = valid ? await findOrder(context.db, actor, { number: params.ot_number, type }) : undefined;
  if (!order) throw new Response(refuse('order-unknown').text, { status: 404 });
  return {
    order,
    openVisits: order.visits.filter(isOpen).map(({ id }) => id),
    zones: await listZones(context.db, [order.operation]),
    today: today(new Date()),
    mayConfigure: mayDo(actor, 'can_edit_timestripes'),
    defaultView,
  };
}

export default function NewVisit() {
  const data = useLoaderData<typeof loader>();
  if (!data.order)
    return (
      <Container size="sm" py="lg">
        <Alert color="yellow" variant="light" role="alert">
          {createWords.direct}
        </Alert>
      </Container>
    );
  const { order, openVisits, zones, today: firstDay, mayConfigure } = data;
  const closed = order.statusId > 2;
  return (
    <Container size="lg" py="md" w="100%">
      <Notices closed={closed} openVisits={openVisits} order={order} mayConfigure={mayConfigure} />
      <Grid gutter="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <CreateForm
            order={order}
            zones={zones}
            firstDay={firstDay}
            openVisits={openVisits.length}
            blocked={
              closed
                ? refuse('order-not-open').text
                : order.possibleSlots.length === 0
                  ? createWords.noSlots
                  : null
            }
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Card withBorder component="aside">
            <Title order={2} size="h5" mb="sm">
              {createWords.more}
            </Title>
            <Text fw={650} mb="sm">
              {orderWords.title(order.number, order.typeName)}
            </Text>
            <OrderFacts order={order} />
          </Card>
        </Grid.Col>
      </Grid>
    </Container>
  );
}

type NoticesProps = {
  closed: boolean;
  openVisits: number[];
  order: { operation: string; possibleSlots: readonly unknown[] };
  mayConfigure: boolean;
};

/** What speaks against a visit, or has to be known first. */
const Notices = ({ closed, openVisits, order, mayConfigure }: NoticesProps) => (
  <Stack gap="sm" mb="md">
    {closed && (
      <Alert color="red" variant="light" role="alert">
        {refuse('order-not-open').text}
      </Alert>
    )}
    {openVisits.length > 0 && (
      <Alert color="yellow" variant="light" role="status">
        {createWords.openVisits(openVisits.length)}.{' '}
        {openVisits.map((id) => (
          <Anchor key={id} component={Link} to={`/visit/view/${id}/jefetec`} size="sm" mr="sm">
            {createWords.consult} #{id}
          </Anchor>
        ))}
      </Alert>
    )}
    {order.possibleSlots.length === 0 && (
      <Alert color="red" variant="light" role="alert">
        <Stack gap="xs" align="flex-start">
          {createWords.noSlots}
          {mayConfigure && (
            <Button component={Link} to={`/subsidiaries/edit?op=${order.operation}`} size="xs" color="red">
              {createWords.configureNow}
            </Button>
          )}
        </Stack>
      </Alert>
    )}
  </Stack>
);
