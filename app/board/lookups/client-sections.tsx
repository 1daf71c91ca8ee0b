import { Anchor, Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useLocation } from '@remix-run/react';
import { IconFlag3Filled, IconTicketOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatDay, formatInstant } from '../../../machines/calendar/slots.ts';
import { useNews } from '../../data/use-news.ts';
import type { NewsOfClient } from '../../data/use-news-of-client.ts';
import { type Read, useRead } from '../../data/use-read.ts';
import type { SectionAnswer } from '../../routes/board-client/admit-client.ts';
import type { ClientHistoryAnswer } from '../../routes/board-client-history/route.ts';
import type { ClientOrdersAnswer } from '../../routes/board-client-orders/route.ts';
import type { ClientTicketsAnswer } from '../../routes/board-client-tickets/route.ts';
import { boardWords } from '../../words/board.ts';
import { clientWords, ticketWords } from '../../words/client.ts';
import { loadingWords } from '../../words/shell.ts';
import rows from '../orders/rows.module.css';
import { StatusBadge } from '../status.tsx';
import { DialogLoading, DialogRefused } from './dialog-body.tsx';
import { VisitLink } from './visit-link.tsx';

type About = { id: string; news: NewsOfClient };

/** What the client waits for. */
export function ClientOrders({ id, news, open }: About & { open: (number: string) => void }) {
  const read = useSection<ClientOrdersAnswer>('/board/client/orders', id, news);
  return (
    <Section
      title={clientWords.pending}
      loading={loadingWords.pendingOrders}
      read={read}
      failed={() => clientWords.pendingFailed}
    >
      {({ orders }) =>
        orders.length === 0 ? (
          <Nothing text={clientWords.noPending} />
        ) : (
          <Group gap="6px 14px">
            {orders.map(({ number, typeName }) => (
              <Anchor key={number} component="button" type="button" size="sm" onClick={() => open(number)}>
                {number} · {typeName}
              </Anchor>
            ))}
          </Group>
        )
      }
    </Section>
  );
}

/** The visits that the client had: the state by colour, icon and text. */
export function ClientHistory({ id, news }: About) {
  // The calendar only reads, and so does what is opened from it (S2 §6).
  const mode = useLocation().pathname === '/calendario' ? 'calendario' : 'default';
  const { read, more } = usePages<ClientHistoryAnswer>('/board/client/history', id, news);
  return (
    <Section
      title={clientWords.history}
      loading={loadingWords.history}
      read={read}
      failed={(diagnostic) => diagnostic || clientWords.historyFailed}
    >
      {({ visits, more: there }) =>
        visits.length === 0 ? (
          <Nothing text={clientWords.noHistory} />
        ) : (
          <>
            <ul className={rows.rows}>
              {visits.map((visit) => (
                <li key={visit.id} className={rows.visit}>
                  <StatusBadge visit={visit} reasonText={visit.reasonText} />
                  <VisitLink id={visit.id} mode={mode} />
                  <span>{formatDay(visit.day)}</span>
                  <span>{ticketWords.order(visit.orderNumber)}</span>
                  <span className={rows.quiet}>{visit.symptom}</span>
                </li>
              ))}
            </ul>
            {there && <More {...more} />}
          </>
        )
      }
    </Section>
  );
}

/** The client's tickets; each opens over the client. */
export function ClientTickets({ id, news, open }: About & { open: (id: number) => void }) {
  const { read, more } = usePages<ClientTicketsAnswer>('/board/client/tickets', id, news);
  return (
    <Section
      title={clientWords.tickets}
      loading={loadingWords.info}
      read={read}
      failed={() => clientWords.ticketsFailed}
      icon={<IconTicketOff role="img" aria-label={clientWords.ticketsFailed} />}
    >
      {({ tickets, priority, more: there }) =>
        tickets.length === 0 ? (
          <Nothing text={clientWords.noTickets} />
        ) : (
          <>
            {priority && (
              <Text size="sm" mb={4} c="dimmed">
                {clientWords.priorityInside}
              </Text>
            )}
            <ul className={rows.rows}>
              {tickets.map((ticket) => (
                <li key={ticket.id}>
                  <UnstyledButton
                    className={rows.ticket}
                    data-ticket={ticket.id}
                    onClick={() => open(ticket.id)}
                  >
                    <span className={rows.ticketTitle}>{ticket.title}</span>
                    {ticket.hasPriorityNotes && <PriorityMark text={ticketWords.priorityNotes} />}
                    <span>{formatInstant(new Date(ticket.createdAt))}</span>
                    <span className={rows.quiet}>{ticketWords.countNotes(ticket.notes)}</span>
                    {ticket.orderNumber && (
                      <span className={rows.quiet}>{ticketWords.order(ticket.orderNumber)}</span>
                    )}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {there && <More {...more} />}
          </>
        )
      }
    </Section>
  );
}

export function PriorityMark({ text }: { text: string }) {
  return (
    <span className={rows.priority}>
      <IconFlag3Filled size={12} aria-hidden />
      {text}
    </span>
  );
}

/** The next page of a list; what is shown stays until it is there. */
function More({ ask, asking }: { ask: () => void; asking: boolean }) {
  return (
    <Button size="xs" variant="subtle" loading={asking} onClick={ask}>
      {boardWords.more}
    </Button>
  );
}

/** A list of the client that grows by pages, those shown and the next asked for together. */
function usePages<Answer extends SectionAnswer<unknown>>(path: string, id: string, news: NewsOfClient) {
  const [asked, setAsked] = useState({ id, pages: 1 });
  const pages = asked.id === id ? asked.pages : 1;
  const read = useSection<Answer>(path, id, news, pages);
  const [shown, setShown] = useState<{ id: string; answer: Answer } | null>(null);
  const answer = read.state === 'answered' && read.answer.ok ? read.answer : null;
  if (answer && shown?.answer !== answer) setShown({ id, answer });
  const asking = read.state === 'asking' && pages > 1 && shown?.id === id;
  return {
    read: asking ? ({ ...read, state: 'answered', answer: shown.answer } as const) : read,
    more: { ask: () => setAsked({ id, pages: pages + 1 }), asking },
  };
}

/** One question about the client, asked again when something of them changed. */
function useSection<Answer extends SectionAnswer<unknown>>(
  path: string,
  id: string,
  news: NewsOfClient,
  pages = 1,
) {
  const read = useRead<Answer>(`${path}?id=${encodeURIComponent(id)}${pages > 1 ? `&pages=${pages}` : ''}`);
  const answer = read.state === 'answered' ? read.answer : null;
  useNews({ ...news, version: answer?.ok ? answer.version : null, refresh: read.refresh });
  return read;
}

/** A part of the dialog in its four states: loading, failed or refused, and whatever it draws of an answer. */
function Section<Answer extends SectionAnswer<unknown>>(props: {
  title: string;
  loading: string;
  read: Read<Answer>;
  /** The text of a failure, given the diagnostic if there is one. */
  failed: (diagnostic: string) => string;
  icon?: ReactNode;
  children: (answer: Extract<Answer, { ok: true }>) => ReactNode;
}) {
  const { title, loading, read, failed, icon, children } = props;
  const answer = read.state === 'answered' ? read.answer : null;
  const refused = answer !== null && !answer.ok ? answer.diagnostic : null;
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      {read.state === 'asking' && <DialogLoading text={loading} lines={2} />}
      {(read.state === 'failed' || refused !== null) && (
        <DialogRefused text={failed(refused ?? '')} icon={icon} retry={read.retry} />
      )}
      {answer?.ok && children(answer as Extract<Answer, { ok: true }>)}
    </section>
  );
}

function Nothing({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}
