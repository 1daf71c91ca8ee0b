import { Anchor, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { IconPaperclip, IconTicketOff } from '@tabler/icons-react';
import type { Shown } from '../../../db/reads/registry.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useRead } from '../../data/use-read.ts';
import { ticketWords } from '../../words/visit/client-words.ts';
import { PriorityMark } from './client-sections.tsx';
import { DialogLoading, DialogRefused } from './dialog-body.tsx';
import { FreeText } from './free-text.tsx';
import styles from './ticket-dialog.module.css';

type Ticket = Shown<'ticket'>['ticket'];

/** Ticket detail (S1 §2 'Dialogs'): its notes with what is attached to them, over the client it belongs to. */
export function TicketDialog(props: {
  client: string | null;
  id: number | null;
  close: () => void;
  openOrder: (number: string) => void;
}) {
  const { client, id, close, openOrder } = props;
  const read = useRead<AskAnswer<'ticket'>>(
    id === null ? null : askAddress('ticket', { id: String(id), client_id: client ?? '' }),
  );
  const answer = read.state === 'answered' ? read.answer : null;
  const number = answer?.ok ? (answer.ticket.number ?? String(answer.ticket.id)) : String(id ?? '');
  return (
    <Modal
      stackId="ticket"
      opened={id !== null}
      onClose={close}
      title={<Text fw={650}>{ticketWords.title(number)}</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': ticketWords.close }}
    >
      {read.state === 'asking' && <DialogLoading />}
      {read.state === 'failed' && (
        <DialogRefused text={ticketWords.failed} icon={<IconTicketOff aria-hidden />} retry={read.retry} />
      )}
      {answer && !answer.ok && <DialogRefused text={answer.text} />}
      {answer?.ok && <TicketBody ticket={answer.ticket} openOrder={openOrder} />}
    </Modal>
  );
}

function TicketBody({ ticket, openOrder }: { ticket: Ticket; openOrder: (number: string) => void }) {
  const { orderNumber } = ticket;
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="h5">
          {ticket.title}
        </Title>
        <Group gap="4px 12px" mt={4} fz="sm" c="dimmed">
          <span>{ticketWords.opened(formatInstant(new Date(ticket.createdAt)))}</span>
          {orderNumber && (
            <Anchor component="button" type="button" size="sm" onClick={() => openOrder(orderNumber)}>
              {ticketWords.order(orderNumber)}
            </Anchor>
          )}
          {ticket.hasPriorityNotes && <PriorityMark text={ticketWords.priorityInside} />}
        </Group>
      </div>
      <FreeText text={ticket.body} />
      <section aria-label={ticketWords.notes}>
        <Title order={4} size="h6" mb={6}>
          {ticketWords.notes}
        </Title>
        {ticket.notes.length === 0 && (
          <Text size="sm" c="dimmed">
            {ticketWords.noNotes}
          </Text>
        )}
        <ol className={styles.notes}>
          {ticket.notes.map((note) => (
            <li key={note.id} className={styles.note} data-priority={note.priority || undefined}>
              <Group gap="2px 10px" fz="sm">
                <Text span fw={600} size="sm">
                  {note.author}
                </Text>
                <span className={styles.quiet}>{formatInstant(new Date(note.createdAt))}</span>
                {note.priority && <PriorityMark text={ticketWords.priority} />}
              </Group>
              {note.title && (
                <Text size="sm" c="dimmed">
                  {note.title}
                </Text>
              )}
              <p className={styles.body}>{note.body}</p>
              {note.files.length > 0 && (
                <ul className={styles.files} aria-label={ticketWords.files}>
                  {note.files.map((file) => (
                    <li key={file.id}>
                      <AttachedFile file={file} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  );
}

/** A picture is shown, because its bytes are one; everything is downloaded under its name, and opens nowhere here. */
function AttachedFile({ file }: { file: Ticket['notes'][number]['files'][number] }) {
  const address = `/board/ticket-file/${file.id}`;
  const size = ticketWords.size(file.size);
  return (
    <a
      className={styles.file}
      href={address}
      download={file.name}
      aria-label={ticketWords.download(file.name, size)}
    >
      {file.picture && <img className={styles.picture} src={address} alt="" loading="lazy" />}
      <span className={styles.name}>
        <IconPaperclip size={16} aria-hidden />
        <span>
          {file.name} <span className={styles.quiet}>{size}</span>
        </span>
      </span>
    </a>
  );
}
