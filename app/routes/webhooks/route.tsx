import { Anchor, Button, Container, Stack, Text } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { IconPlus } from '@tabler/icons-react';
import { listWebhooks, type Webhook } from '../../../db/reads/webhooks/webhooks.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { type WebhookHealth, webhookHealth } from '../../../machines/webhook/webhook.ts';
import { requirePermission } from '../../require-session.server.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import setup from '../../setup/setup.module.css';
import { Empty } from '../../ui/content/error-page.tsx';
import { HealthMark, StateMark } from '../../webhooks/marks.tsx';
import { useRefresh } from '../../webhooks/use-refresh.ts';
import styles from '../../webhooks/webhooks.module.css';
import { webhookWords } from '../../words/setup/webhooks-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';

const webhooks = webhookWords;

export const handle: ScreenHandle = { title: webhooks.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${webhooks.title} · ${shellWords.product}` }];
export const ErrorBoundary = SettingsError;

/** The provider's systems that receive events, and the health of each. */
export async function loader({ context }: LoaderFunctionArgs) {
  const actor = requirePermission(context, 'can_manage_webhooks');
  const now = new Date();
  const list = await listWebhooks(context.db, actor);
  return { webhooks: list.map((webhook) => ({ ...webhook, health: webhookHealth(webhook, now) })) };
}

export default function Webhooks() {
  const { webhooks: list } = useLoaderData<typeof loader>();
  useRefresh(10_000);
  const add = (
    <Button component={Link} to="/webhooks/nuevo" leftSection={<IconPlus size={16} aria-hidden />}>
      {webhooks.add}
    </Button>
  );
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <div className={styles.bar}>
          <Text size="sm" c="dimmed">
            {webhooks.hint}
          </Text>
          {list.length > 0 && add}
        </div>
        {list.length === 0 ? (
          <Empty title={webhooks.empty} hint={webhooks.emptyHint}>
            {add}
          </Empty>
        ) : (
          <WebhookTable list={list} />
        )}
      </Stack>
    </Container>
  );
}

type Wired<T> = { [Key in keyof T]: T[Key] extends Date | null ? Date | string | null : T[Key] };
type Row = Wired<Omit<Webhook, 'createdAt' | 'last'>> & {
  health: WebhookHealth;
  last: { state: NonNullable<Webhook['last']>['state']; at: Date | string } | null;
};

const moment = (at: Date | string) => formatInstant(new Date(at));

function WebhookTable({ list }: { list: Row[] }) {
  const { columns } = webhooks;
  return (
    <table className={setup.table} aria-label={webhooks.list}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" className={styles.narrow}>
            {columns.health}
          </th>
          <th scope="col" className={styles.narrow}>
            {columns.last}
          </th>
          <th scope="col" className={styles.narrow}>
            {columns.waiting}
          </th>
          <th scope="col">{columns.lost}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((webhook) => (
          <tr key={webhook.id} data-webhook-id={webhook.id}>
            <td>
              <Anchor component={Link} to={`/webhooks/${webhook.id}`} fw={600} className={styles.link}>
                {webhook.name}
              </Anchor>
              <span className={styles.quiet}>{new URL(webhook.url).host}</span>
              <span className={styles.onPhone}>
                <Health webhook={webhook} />
              </span>
            </td>
            <td className={`${styles.narrow} ${styles.health}`}>
              <Health webhook={webhook} />
            </td>
            <td className={`${styles.narrow} ${styles.keep}`}>
              {webhook.last ? (
                <>
                  <StateMark state={webhook.last.state} />
                  <span className={styles.quiet}>{moment(webhook.last.at)}</span>
                </>
              ) : (
                webhooks.never
              )}
            </td>
            <td className={styles.narrow}>{webhook.waiting}</td>
            <td>{webhooks.lost(webhook.lost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Health = ({ webhook: { health, failingSince } }: { webhook: Row }) => (
  <>
    <HealthMark health={health} />
    {failingSince && <span className={styles.quiet}>{webhooks.since(moment(failingSince))}</span>}
  </>
);
