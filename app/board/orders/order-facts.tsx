import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OrderDetail } from '../../../db/reads/orders/order.ts';
import type { Shown } from '../../../db/reads/registry.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { type Fact, Facts } from '../../ui/content/facts.tsx';
import { MapLink, TelephoneLinks } from '../../ui/content/reach.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import { FreeText } from '../lookups/free-text.tsx';
import styles from './order-facts.module.css';

type ShownOrder = Shown<'order'>['order'] | OrderDetail;

/** How many of the facts say who and where. */
const whoAndWhere = 3;

/** An order as dialogs and side panels show it: who, where, what is wrong, what they have. */
export function OrderFacts(props: {
  order: ShownOrder;
  open?: (number: string) => void;
  openClient?: ((id: string) => void) | undefined;
  /** Without who and where: what stands beside it says so already. */
  brief?: boolean;
}) {
  const { order, open, openClient, brief = false } = props;
  const facts: Fact[] = [
    [orderWords.client, clientOf(order, openClient)],
    [
      orderWords.address,
      <MapLink key="map" address={order.address} location={order.location} at={order.place} />,
    ],
    [
      orderWords.telephone,
      order.telephone ? <TelephoneLinks key="tel" telephones={order.telephones} /> : null,
    ],
    [orderWords.operation, order.operationName],
    [orderWords.node, order.nodeName],
    [orderWords.tag, order.tag],
    [orderWords.symptom, order.symptom],
    [orderWords.repair, order.repairText],
  ];
  return (
    <Stack gap="md">
      <Marks order={order} />
      <Facts rows={brief ? facts.slice(whoAndWhere) : facts} none={orderWords.none} />
      {order.related.length > 0 && <RelatedOrders related={order.related} open={open} />}
      {order.detail && (
        <Part title={orderWords.detail}>
          <FreeText text={order.detail} />
        </Part>
      )}
      {order.services.length > 0 && (
        <Part title={orderWords.services}>
          <ul className={styles.plain}>
            {order.services.map((service) => (
              <li key={service.name}>
                {service.quantity} × {service.name}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {order.devices.length > 0 && <Devices devices={order.devices} />}
    </Stack>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <Text fw={600} size="sm" mb={4}>
      {title}
    </Text>
    {children}
  </div>
);

/** Its state, and what a dispatcher has to know before all else. */
function Marks({ order }: { order: ShownOrder }) {
  const state = order.statusId <= 2 ? 'open' : order.statusId === 3 ? 'fulfilled' : 'cancelled';
  const pending = order.visits.filter(isOpen).length;
  return (
    <Group gap={6}>
      <Badge variant={state === 'open' ? 'filled' : 'default'} tt="none">
        {orderWords.status[state]}
      </Badge>
      {pending > 0 && (
        <Badge variant="default" tt="none">
          {orderWords.pendingVisits(pending)}
        </Badge>
      )}
      {order.contractor && (
        <Badge variant="default" tt="none">
          {boardWords.contractor}
        </Badge>
      )}
      {order.repeatingFailures > 0 && (
        <Badge variant="default" tt="none">
          {boardWords.repeating(order.repeatingFailures)}
        </Badge>
      )}
    </Group>
  );
}

function RelatedOrders(props: {
  related: ShownOrder['related'];
  open: ((number: string) => void) | undefined;
}) {
  const { related, open } = props;
  return (
    <Part title={orderWords.related}>
      <Group gap={8}>
        {related.map(({ number, typeName }) =>
          open ? (
            <Anchor key={number} component="button" type="button" size="sm" onClick={() => open(number)}>
              {number} · {typeName}
            </Anchor>
          ) : (
            <Text key={number} size="sm">
              {number} · {typeName}
            </Text>
          ),
        )}
      </Group>
    </Part>
  );
}

const Devices = ({ devices }: Pick<ShownOrder, 'devices'>) => (
  <Part title={orderWords.devices}>
    <Table fz="sm" verticalSpacing={4} horizontalSpacing={6} className={styles.devices}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{orderWords.device}</Table.Th>
          <Table.Th>{orderWords.mac}</Table.Th>
          <Table.Th>{orderWords.serial}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {devices.map((device) => (
          <Table.Tr key={device.mac}>
            <Table.Td>{device.type}</Table.Td>
            <Table.Td>{device.mac}</Table.Td>
            <Table.Td>{device.serial}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Part>
);

function clientOf(order: ShownOrder, openClient: ((id: string) => void) | undefined) {
  const text = `${order.clientName} · ${order.clientId}`;
  if (!openClient) return text;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      ta="left"
      onClick={() => openClient(order.clientId)}
      aria-label={orderWords.openClient(text)}
    >
      {text}
    </Anchor>
  );
}
