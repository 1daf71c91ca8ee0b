import { Anchor, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { formatDay } from '../../machines/slots.ts';
import type { ClientAnswer } from '../routes/board-client/route.ts';
import { words } from '../words.ts';
import { DialogLoading, DialogRefused } from './dialog-body.tsx';
import { StatusBadge } from './status.tsx';
import { useLookup } from './use-lookup.ts';

/** 'Cliente {number}', or 'Cliente inexistente' (S1 §2 'Dialogs'). Open while the address says so. */
export function ClientDialog(props: {
  id: string | null;
  close: () => void;
  openOrder: (number: string) => void;
}) {
  const { id, close, openOrder } = props;
  const lookup = useLookup<ClientAnswer>(id === null ? null : `/board/client?id=${encodeURIComponent(id)}`);
  const answer = lookup.state === 'answered' ? lookup.answer : null;
  const title =
    answer && !answer.ok && answer.unknown ? words.client.unknownTitle : words.client.title(id ?? '');
  return (
    <Modal
      opened={id !== null}
      onClose={close}
      title={<Text fw={650}>{title}</Text>}
      size="xl"
      closeButtonProps={{ 'aria-label': words.order.close }}
    >
      {lookup.state === 'asking' && <DialogLoading />}
      {lookup.state === 'failed' && <DialogRefused text={words.client.failed} />}
      {answer && !answer.ok && <DialogRefused text={answer.diagnostic} />}
      {answer?.ok && <ClientBody answer={answer} openOrder={openOrder} />}
    </Modal>
  );
}

function ClientBody(props: {
  answer: Extract<ClientAnswer, { ok: true }>;
  openOrder: (number: string) => void;
}) {
  const { client, pending, history } = props.answer;
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{client.name}</Text>
        <Text size="sm">{[client.status, client.address, client.location].filter(Boolean).join(' · ')}</Text>
      </div>
      <section>
        <Text fw={600} size="sm" mb={4}>
          {words.client.pending}
        </Text>
        {pending.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.client.noPending}
          </Text>
        ) : (
          <Group gap={10}>
            {pending.map(({ number, typeName }) => (
              <Anchor
                key={number}
                component="button"
                type="button"
                size="sm"
                onClick={() => props.openOrder(number)}
              >
                {number} · {typeName}
              </Anchor>
            ))}
          </Group>
        )}
      </section>
      <section>
        <Text fw={600} size="sm" mb={4}>
          {words.client.history}
        </Text>
        {history.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.client.noHistory}
          </Text>
        ) : (
          <Table fz="sm" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                {words.client.columns.map((column) => (
                  <Table.Th key={column}>{column}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {history.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/visit/view/${row.id}/default`} size="sm">
                      #{row.id}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{formatDay(row.day)}</Table.Td>
                  <Table.Td>{row.orderNumber}</Table.Td>
                  <Table.Td>{row.symptom}</Table.Td>
                  <Table.Td>
                    <StatusBadge visit={row} reasonText={row.reasonText} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </section>
    </Stack>
  );
}
