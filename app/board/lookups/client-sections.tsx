import { Text, UnstyledButton } from '@mantine/core';
import { IconFlag3Filled, IconTicketOff } from '@tabler/icons-react';
import { formatDay, formatInstant } from '../../../machines/calendar/slots.ts';
import { loadingWords } from '../../words/shell/shell-words.ts';
import { clientWords, ticketWords } from '../../words/visit/client-words.ts';
import rows from '../orders/rows.module.css';
import { StatusBadge } from '../status.tsx';
import { type About, More, Nothing, Section, usePages } from './section.tsx';
import { useVisitMode } from './use-visit-mode.ts';
import { VisitLink } from './visit-link.tsx';

/** The visits that the client had: the state by colour, icon and text. */
export function ClientHistory({ id, news }: About) {
  const mode = useVisitMode();
  const { read, more } = usePages('clientHistory', id, news);
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
  const { read, more } = usePages('clientTickets', id, news);
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
