import { Button, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useNews } from '../../data/use-news.ts';
import type { NewsOfClient } from '../../data/use-news-of-client.ts';
import { type Read, useRead } from '../../data/use-read.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { DialogLoading, DialogRefused } from './dialog-body.tsx';

/** Which client, and the news of what happens to them. */
export type About = { id: string; news: NewsOfClient };

/** A read of the registry about one client. */
type ClientRead = 'clientOrders' | 'clientHistory' | 'clientMessages' | 'clientTickets';

/** The next page of a list; what is shown stays until it is there. */
export function More({ ask, asking }: { ask: () => void; asking: boolean }) {
  return (
    <Button size="xs" variant="subtle" loading={asking} onClick={ask}>
      {boardWords.more}
    </Button>
  );
}

/** A list of the client that grows by pages, those shown and the next asked for together. */
export function usePages<Name extends ClientRead>(name: Name, id: string, news: NewsOfClient) {
  const [requested, setRequested] = useState({ id, pages: 1 });
  const pages = requested.id === id ? requested.pages : 1;
  const read = useSection(name, id, news, pages);
  const [shown, setShown] = useState<{ id: string; answer: AskAnswer<Name> } | null>(null);
  const answer = read.state === 'answered' && read.answer.ok ? read.answer : null;
  if (answer && shown?.answer !== answer) setShown({ id, answer });
  const asking = read.state === 'asking' && pages > 1 && shown?.id === id;
  return {
    read: asking ? ({ ...read, state: 'answered', answer: shown.answer } as const) : read,
    more: { ask: () => setRequested({ id, pages: pages + 1 }), asking },
  };
}

/** One question about the client, asked again when something of them changed. */
export function useSection<Name extends ClientRead>(name: Name, id: string, news: NewsOfClient, pages = 1) {
  const read = useRead<AskAnswer<Name>>(
    askAddress(name, { client_id: id, ...(pages > 1 && { pages: String(pages) }) }),
  );
  const answer = read.state === 'answered' ? read.answer : null;
  useNews({ ...news, version: answer?.ok ? answer.version : null, refresh: read.refresh });
  return read;
}

/** A part of the dialog in its four states: loading, failed or refused, and whatever it draws of an answer. */
export function Section<Answer extends AskAnswer<ClientRead>>(props: {
  title: string;
  loading: string;
  read: Read<Answer>;
  /** The text of a failure, given the refusal's if there is one. */
  failed: (text: string) => string;
  icon?: ReactNode;
  children: (answer: Extract<Answer, { ok: true }>) => ReactNode;
}) {
  const { title, loading, read, failed, icon, children } = props;
  const answer = read.state === 'answered' ? read.answer : null;
  const refused = answer !== null && !answer.ok ? answer.text : null;
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

export function Nothing({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}
