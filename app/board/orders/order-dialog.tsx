import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Changes } from '../../../db/feed/changes.ts';
import type { Shown } from '../../../db/reads/registry.ts';
import { calendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { formatDay, slotLabel } from '../../../machines/calendar/slots.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useNews } from '../../data/use-news.ts';
import { useRead } from '../../data/use-read.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import { AlsoViewing } from '../also-viewing.tsx';
import { DialogLoading, DialogRefused } from '../lookups/dialog-body.tsx';
import { VisitLink } from '../lookups/visit-link.tsx';
import { BoardPanel } from '../panel/board-panel.tsx';
import { StatusBadge } from '../status.tsx';
import { CreateButton } from './create-button.tsx';
import { OrderFacts } from './order-facts.tsx';
import rows from './rows.module.css';

type Props = {
  number: string | null;
  /** S1 §2: 'Generar Visita' stands in the dispatcher's board, not in the calendar that is only read. */
  editor: boolean;
  close: () => void;
  open: (number: string) => void;
  openClient: (id: string) => void;
};

/** 'Orden {number} | {type}' (S1 §2 'Dialogs'). Open while the address says so, and right while it is open. */
export function OrderDialog({ number, editor, close, open, openClient }: Props) {
  const read = useRead<AskAnswer<'order'>>(
    number === null ? null : askAddress('order', { ot_number: number }),
  );
  const answer = read.state === 'answered' ? read.answer : null;
  useNews({
    operation: number?.slice(0, 3) ?? null,
    version: answer?.ok ? answer.version : null,
    concerns: (changes) => concernsOrder(changes, number),
    refresh: read.refresh,
  });
  const title = answer?.ok
    ? orderWords.title(answer.order.number, answer.order.typeName)
    : orderWords.untitled(number ?? '');
  return (
    <BoardPanel opened={number !== null} title={title} close={close}>
      {read.state === 'asking' && <DialogLoading />}
      {read.state === 'failed' && <DialogRefused text={orderWords.noAnswer} retry={read.retry} />}
      {answer && !answer.ok && <DialogRefused text={answer.text} />}
      {answer?.ok && number !== null && <AlsoViewing thing={`order.${number}`} />}
      {answer?.ok && <OrderBody answer={answer} editor={editor} open={open} openClient={openClient} />}
    </BoardPanel>
  );
}

/** The order itself, a visit of it, or the slots that it could have. */
function concernsOrder(changes: Changes, number: string | null): boolean {
  return (
    changes.timestripes !== undefined ||
    changes.events.some((event) => event.order === number) ||
    changes.orders.some((order) => order.number === number) ||
    changes.visits.some((row) => calendarVisit(row).orderNumber === number)
  );
}

function OrderBody(props: {
  answer: Shown<'order'>;
  editor: boolean;
  open: (number: string) => void;
  openClient: (id: string) => void;
}) {
  const { answer } = props;
  const { order } = answer;
  const mode = props.editor ? 'jefetec' : 'calendario';
  return (
    <Stack gap="md">
      <OrderFacts
        order={order}
        open={props.open}
        openClient={answer.mayOpenClient ? props.openClient : undefined}
      />
      <section>
        <Text fw={600} size="sm" mb={4}>
          {orderWords.visits}
        </Text>
        {order.visits.length === 0 ? (
          <Text size="sm" c="dimmed">
            {orderWords.noVisits}
          </Text>
        ) : (
          <ul className={rows.rows}>
            {order.visits.map((visit) => (
              <li key={visit.id} className={rows.visit}>
                <StatusBadge visit={visit} reasonText={visit.reasonText} />
                <VisitLink id={visit.id} mode={mode} />
                <span>{formatDay(visit.day)}</span>
                <span>{visit.slotName}</span>
                <span>{visit.technicianName ?? boardWords.unassigned}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <Text fw={600} size="sm" mb={4}>
          {orderWords.slots}
        </Text>
        {order.possibleSlots.length === 0 ? (
          <Text size="sm" c="dimmed">
            {orderWords.noSlots}
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
      {props.editor && <CreateButton answer={answer} />}
    </Stack>
  );
}
