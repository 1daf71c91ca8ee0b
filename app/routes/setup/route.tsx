import { Container, Stack, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  IconArrowMerge,
  IconCalendarOff,
  IconClockEdit,
  IconHistory,
  IconListNumbers,
  IconMapPins,
  IconMessageCircle,
  IconStack2,
  IconTableImport,
  IconTicket,
  IconUserShield,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Permission } from '../../../machines/access/permissions.ts';
import { permissionOfKind } from '../../../machines/order/catalogue-merge.ts';
import { boardOf } from '../../board/board-of.ts';
import { requireSession } from '../../require-session.server.ts';
import { Cards } from '../../ui/content/cards.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { type ScreenHandle, useViewer } from '../signed-in/screen.ts';

export const handle: ScreenHandle = { title: setupWords.title };
export const meta: MetaFunction = () => [{ title: `${setupWords.title} · ${shellWords.product}` }];

type CardData = {
  /** One of them is enough. */
  needs: Permission | readonly Permission[];
  to: string;
  words: readonly [title: string, text: string];
  icon: typeof IconTicket;
  document?: boolean;
};

const { cards } = setupWords;

const namesNeed = Object.values(permissionOfKind);

/** S2 §2 'Setup', §6: each card stands where its permission does. */
const editors: CardData[] = [
  { needs: 'can_edit_timestripes', to: '/subsidiaries/edit', words: cards.slots, icon: IconClockEdit },
  { needs: 'can_edit_priorities', to: '/priorities/edit', words: cards.priorities, icon: IconListNumbers },
  { needs: 'can_edit_zones', to: '/zones/edit', words: cards.zones, icon: IconMapPins },
  { needs: namesNeed, to: '/names/new', words: cards.names, icon: IconArrowMerge },
  { needs: 'can_edit_crew', to: '/subsidiaries/absences', words: cards.crew, icon: IconCalendarOff },
  {
    needs: 'can_edit_conversation',
    to: '/conversation/edit',
    words: cards.conversation,
    icon: IconMessageCircle,
  },
  { needs: 'can_manage_webhooks', to: '/webhooks', words: cards.webhooks, icon: IconWebhook },
  { needs: 'can_import_records', to: '/import', words: cards.import, icon: IconTableImport },
];

const accounts: CardData[] = [
  { needs: 'can_manage_users', to: '/users', words: accountWords.cards.users, icon: IconUsers },
  { needs: 'can_manage_users', to: '/audit', words: accountWords.cards.audit, icon: IconHistory },
  { needs: 'can_manage_users', to: '/retention', words: accountWords.cards.retention, icon: IconUserShield },
];

const queues: CardData = {
  needs: 'can_manage_users',
  to: '/queues/',
  words: accountWords.cards.queues,
  icon: IconStack2,
  document: true,
};

export function loader({ context }: LoaderFunctionArgs) {
  requireSession(context);
  return { queues: context.queues };
}

export default function Setup() {
  const { queues: hasQueues } = useLoaderData<typeof loader>();
  const administration = hasQueues ? [...accounts, queues] : accounts;
  const viewer = useViewer();
  // Tickets are a client's: the boards find clients.
  const tickets: CardData = {
    needs: 'can_query_tts',
    to: `${boardOf(viewer)}?buscar=cliente`,
    words: cards.tickets,
    icon: IconTicket,
  };
  const shown = (list: CardData[]) =>
    list.filter(({ needs }) => [needs].flat().some((permission) => viewer.permissions.includes(permission)));
  if (shown([tickets, ...editors, ...administration]).length === 0)
    return <Empty title={setupWords.none} hint={setupWords.noneHint} />;
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="xl">
        <Section title={setupWords.permissions} cards={shown([tickets])} />
        <Section title={setupWords.operations} cards={shown(editors)} />
        <Section title={accountWords.cards.title} cards={shown(administration)} />
      </Stack>
    </Container>
  );
}

function Section({ title, cards: list }: { title: string; cards: CardData[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <Cards cards={list.map(({ words: [title, text], needs: _, ...card }) => ({ ...card, title, text }))} />
    </section>
  );
}
