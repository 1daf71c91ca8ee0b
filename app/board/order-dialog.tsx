import { Anchor, Badge, Button, Group, Modal, Stack, Table, Text, Tooltip } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconCalendarPlus } from '@tabler/icons-react';
import { formatDay, slotLabel } from '../../machines/slots.ts';
import type { OrderAnswer } from '../routes/board-order/route.ts';
import { words } from '../words.ts';
import styles from './board.module.css';
import { DialogLoading, DialogRefused } from './dialog-body.tsx';
import { OrderFacts } from './order-facts.tsx';
import { StatusBadge } from './status.tsx';
import { useLookup } from './use-lookup.ts';

/** 'Orden {number} | {type}' (S1 §2 'Dialogs'). Open while the address says so. */
export function OrderDialog({
  number,
  close,
  open,
}: {
  number: string | null;
  close: () => void;
  open: (number: string) => void;
}) {
  const lookup = useLookup<OrderAnswer>(
    number === null ? null : `/board/order?number=${encodeURIComponent(number)}`,
  );
  const answer = lookup.state === 'answered' ? lookup.answer : null;
  const title = answer?.ok
    ? words.order.title(answer.order.number, answer.order.typeName)
    : number
      ? `Orden ${number}`
      : '';
  return (
    <Modal
      opened={number !== null}
      onClose={close}
      title={<Text fw={650}>{title}</Text>}
      size="xl"
      closeButtonProps={{ 'aria-label': words.order.close }}
    >
      {lookup.state === 'asking' && <DialogLoading />}
      {lookup.state === 'failed' && <DialogRefused text={words.order.noAnswer} />}
      {answer && !answer.ok && <DialogRefused text={answer.diagnostic} />}
      {answer?.ok && <OrderBody answer={answer} open={open} />}
    </Modal>
  );
}

function OrderBody({
  answer,
  open,
}: {
  answer: Extract<OrderAnswer, { ok: true }>;
  open: (number: string) => void;
}) {
  const { order } = answer;
  return (
    <Stack gap="md">
      <OrderFacts order={order} open={open} />
      <section>
        <Text fw={600} size="sm" mb={4}>
          {words.order.visits}
        </Text>
        {order.visits.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.order.noVisits}
          </Text>
        ) : (
          <Table verticalSpacing={4} fz="sm">
            <Table.Tbody>
              {order.visits.map((visit) => (
                <Table.Tr key={visit.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/visit/view/${visit.id}/jefetec`} size="sm">
                      #{visit.id}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{formatDay(visit.day)}</Table.Td>
                  <Table.Td>{visit.slotName}</Table.Td>
                  <Table.Td>{visit.technicianName ?? words.board.unassigned}</Table.Td>
                  <Table.Td>
                    <StatusBadge
                      visit={{
                        ...visit,
                        technicianId: visit.technicianName ? 1 : null,
                        reasonId: null,
                        delayedWhileOnTheWay: false,
                        detached: false,
                      }}
                      reasonText={visit.reasonText}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </section>
      <section>
        <Text fw={600} size="sm" mb={4}>
          {words.order.slots}
        </Text>
        {order.possibleSlots.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.order.noSlots}
          </Text>
        ) : (
          <Group gap={6}>
            {order.possibleSlots.map((slot) => (
              <Badge key={slot.id} variant="default" tt="none" fw={500}>
                {slotLabel(slot)}
              </Badge>
            ))}
          </Group>
        )}
      </section>
      <CreateButton answer={answer} />
    </Stack>
  );
}

/** 'Generar Visita', for open orders with no pending visits (S1 §2, §4); where it is off it says why. */
function CreateButton({ answer }: { answer: Extract<OrderAnswer, { ok: true }> }) {
  const { order, mayCreate, whyNot } = answer;
  if (!mayCreate) return null;
  const icon = <IconCalendarPlus size={16} aria-hidden />;
  if (!whyNot)
    return (
      <Group justify="flex-end" className={styles.dialogFoot}>
        <Button
          component={Link}
          to={`/visit/new/${order.type}/${order.number}`}
          leftSection={icon}
          data-autofocus
        >
          {words.order.create}
        </Button>
      </Group>
    );
  const why = {
    closed: words.order.why.closed,
    pending: words.order.why.pending,
    'no-slots': words.order.noSlots,
  }[whyNot];
  return (
    <Group justify="flex-end" className={styles.dialogFoot}>
      <Text size="sm" c="dimmed" id="why-not-create">
        {why}
      </Text>
      <Tooltip label={why}>
        <Button
          data-disabled
          aria-disabled
          aria-describedby="why-not-create"
          onClick={(event) => event.preventDefault()}
          leftSection={icon}
        >
          {words.order.create}
        </Button>
      </Tooltip>
    </Group>
  );
}
