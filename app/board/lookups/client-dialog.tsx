import { Alert, Anchor, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Client } from '../../../db/reads/orders/client.ts';
import type { SameClient } from '../../../db/reads/orders/same-clients.ts';
import type { ContactField } from '../../../machines/customer/contact.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useNews } from '../../data/use-news.ts';
import { useNewsOfClient } from '../../data/use-news-of-client.ts';
import { useRead } from '../../data/use-read.ts';
import { type Fact, Facts } from '../../ui/content/facts.tsx';
import { TelephoneLinks, UnusableFields } from '../../ui/content/reach.tsx';
import { clientWords } from '../../words/visit/client-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import { BoardPanel } from '../panel/board-panel.tsx';
import { ClientMessages } from './client-messages.tsx';
import { ClientOrders } from './client-orders.tsx';
import { ClientHistory, ClientTickets } from './client-sections.tsx';
import { DialogLoading, DialogRefused } from './dialog-body.tsx';
import { TicketDialog } from './ticket-dialog.tsx';

type Props = {
  id: string | null;
  ticket: number | null;
  close: () => void;
  openClient: (id: string) => void;
  openOrder: (number: string) => void;
  openTicket: (id: number) => void;
  closeTicket: () => void;
};

/** The client and, over it, one of its tickets: both open while the address says so. */
export function ClientDialogs({ id, ticket, close, openClient, openOrder, openTicket, closeTicket }: Props) {
  useReturnToTicket(ticket);
  return (
    <Modal.Stack>
      <ClientDialog
        id={id}
        close={close}
        openClient={openClient}
        openOrder={openOrder}
        openTicket={openTicket}
      />
      <TicketDialog client={id} id={id === null ? null : ticket} close={closeTicket} openOrder={openOrder} />
    </Modal.Stack>
  );
}

/** The dialog below catches the focus for its first button when it comes to it: on a slow machine, late. */
const focusMs = [80, 250, 600];

/** Where a ticket was opened, the focus is when it closes. */
function useReturnToTicket(ticket: number | null) {
  const before = useRef(ticket);
  useEffect(() => {
    const left = before.current;
    before.current = ticket;
    if (ticket !== null || left === null) return;
    const giveBack = () => {
      const now = document.activeElement;
      // Only from the button that caught it, not from where the user has gone since.
      if (now === document.body || now?.closest('header'))
        document.querySelector<HTMLElement>(`[data-ticket="${left}"]`)?.focus({ preventScroll: true });
    };
    const timers = focusMs.map((wait) => setTimeout(giveBack, wait));
    return () => timers.forEach(clearTimeout);
  }, [ticket]);
}

/** 'Cliente {number}', or 'Cliente inexistente' (S1 §2 'Dialogs'). Its sections load, fail and renew each on its own. */
function ClientDialog(props: Pick<Props, 'id' | 'close' | 'openClient' | 'openOrder' | 'openTicket'>) {
  const { id, close } = props;
  const read = useRead<AskAnswer<'client'>>(id === null ? null : askAddress('client', { client_id: id }));
  const answer = read.state === 'answered' ? read.answer : null;
  const refused = answer !== null && !answer.ok;
  const news = useNewsOfClient(id);
  useNews({ ...news, version: answer?.ok ? answer.version : null, refresh: read.refresh });
  const title =
    refused && answer.code === 'client-unknown' ? clientWords.unknownTitle : clientWords.title(id ?? '');
  return (
    <BoardPanel stackId="client" opened={id !== null} title={title} close={close}>
      {refused ? (
        <DialogRefused text={answer.text} />
      ) : (
        <Stack gap="lg">
          <section aria-label={clientWords.data}>
            {read.state === 'asking' && <DialogLoading lines={3} />}
            {read.state === 'failed' && <DialogRefused text={clientWords.failed} retry={read.retry} />}
            {answer?.ok && <ClientFacts client={answer.client} same={answer.same} open={props.openClient} />}
          </section>
          {id !== null && (
            <>
              <ClientOrders key={id} news={news} id={id} open={props.openOrder} />
              <ClientMessages news={news} id={id} />
              <ClientTickets news={news} id={id} open={props.openTicket} />
              <ClientHistory news={news} id={id} />
            </>
          )}
        </Stack>
      )}
    </BoardPanel>
  );
}

type FactsProps = { client: Client; same: SameClient[]; open: (id: string) => void };

function ClientFacts({ client, same, open }: FactsProps) {
  const marked = (field: ContactField, shown: ReactNode) => (
    <>
      {shown} <UnusableFields beside fields={client.unusable.filter((unusable) => unusable === field)} />
    </>
  );
  const facts: Fact[] = [
    [clientWords.status, client.status],
    [clientWords.address, client.address],
    [clientWords.location, client.location],
    [clientWords.telephone, client.telephone && <TelephoneLinks telephones={client.telephones} />],
    [clientWords.whatsapp, client.waNumber && marked('wa_number', client.waNumber)],
    [
      clientWords.email,
      client.email &&
        marked(
          'email',
          client.unusable.includes('email') ? (
            client.email
          ) : (
            <Anchor href={`mailto:${client.email}`} size="sm">
              {client.email}
            </Anchor>
          ),
        ),
    ],
  ];
  return (
    <>
      <Text fw={650} size="lg" mb={6}>
        {client.name}
      </Text>
      {same.length > 0 && (
        <Alert color="yellow" variant="light" mb="sm" p="xs" title={clientWords.same(same.length)}>
          {same.map(({ id, name, by }) => (
            <Text key={id} size="sm">
              <Anchor component="button" type="button" size="sm" onClick={() => open(id)}>
                {clientWords.title(id)}
              </Anchor>{' '}
              {name} · {clientWords.sameBy[by]}
            </Text>
          ))}
        </Alert>
      )}
      <Facts rows={facts} none={orderWords.none} />
    </>
  );
}
