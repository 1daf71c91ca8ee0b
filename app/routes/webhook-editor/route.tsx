import { Button, Container, Stack } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useParams } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { listOperations } from '../../../db/reads/settings/operation.ts';
import { findDelivery, listDeliveries } from '../../../db/reads/webhooks/deliveries.ts';
import { findWebhook, listWebhookChanges } from '../../../db/reads/webhooks/webhooks.ts';
import { isWebhookEvent } from '../../../machines/events.ts';
import { deliveryStates, pingType, webhookHealth } from '../../../machines/webhook/webhook.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { useAddress } from '../../board/use-address.ts';
import { requirePermission } from '../../require-session.server.ts';
import { History } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { Section } from '../../ui/content/section.tsx';
import { useRefresh } from '../../webhooks/use-refresh.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { webhookWords } from '../../words/setup/webhooks-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

const webhooks = webhookWords;

export const handle: ScreenHandle = {
  title: ({ id }) => (isNew(id) ? webhooks.add : webhooks.one),
  parent: '/webhooks',
};
export const meta: MetaFunction<typeof loader> = ({ data, params }) => {
  const name = data?.webhook?.name ?? (isNew(params.id) ? webhooks.add : webhooks.one);
  return [{ title: `${name} · ${shellWords.product}` }];
};
export const ErrorBoundary = SettingsError;

const isNew = (id: string | undefined) => id === 'nuevo';

/** A webhook, new or not: the events it subscribes to, and the log of its deliveries. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const actor = requirePermission(context, 'can_manage_webhooks');
  const { db } = context;
  const operations = await listOperations(db, actor.operations);
  const nothing = { webhook: null, history: [] as WiredSettingEvent[], page: null, delivery: null };
  const id = readRowId(params.id);
  const webhook = id === null ? undefined : await findWebhook(db, actor, id);
  if (!webhook) return { operations, ...nothing };
  const { filter, before, opened } = readLog(new URL(request.url).searchParams);
  const [changes, page, delivery] = await Promise.all([
    listWebhookChanges(db, actor, webhook),
    listDeliveries(db, actor, webhook.id, filter, before),
    opened === null ? null : findDelivery(db, actor, webhook.id, opened),
  ]);
  return {
    operations,
    webhook: { ...webhook, health: webhookHealth(webhook, new Date()) },
    history: changes.map((change): WiredSettingEvent => ({ ...change, name: 'webhooks.changed' })),
    page,
    delivery: delivery ?? null,
  };
}

const numberOf = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The log's state stands in the address: filters, page, and the delivery that is open. */
function readLog(params: URLSearchParams) {
  const [state, type, order] = [params.get('estado'), params.get('tipo'), params.get('ot')];
  return {
    filter: {
      state: deliveryStates.find((each) => each === state) ?? null,
      type: type && (isWebhookEvent(type) || type === pingType) ? type : null,
      orderNumber: order && /^\d{11}$/.test(order) ? order : null,
    },
    before: numberOf(params.get('antes')),
    opened: numberOf(params.get('entrega')),
  };
}

/** Back to the row whose delivery was open, however it was closed. */
function useReturnFocus(opened: string | null) {
  const last = useRef(opened);
  useEffect(() => {
    if (opened === null && last.current !== null)
      document.querySelector<HTMLElement>(`[data-delivery-id="${Number(last.current)}"] button`)?.focus();
    last.current = opened;
  }, [opened]);
}

export default function WebhookEditor() {
  const { operations, webhook, history, page, delivery } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const { search, set } = useAddress();
  const reload = useRefresh(3_000);
  // Held here and nowhere else: a new webhook has an address of its own by the time its secret is read.
  const [secret, setSecret] = useState<string | null>(null);
  const opened = new URLSearchParams(search).get('entrega');
  useReturnFocus(opened);
  if (!webhook && !isNew(id))
    return (
      <Empty title={webhooks.unknown} hint={webhooks.unknownHint}>
        <Button component={Link} to="/webhooks" variant="default">
          {webhooks.back}
        </Button>
      </Empty>
    );
  if (operations.length === 0)
    return <Empty title={setupWords.noOperations} hint={setupWords.noOperationsHint} />;
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <WebhookForm
          key={webhook?.id ?? 'nuevo'}
          webhook={webhook}
          operations={operations}
          history={history}
          reload={reload}
          showSecret={setSecret}
        />
        {webhook && page && (
          <Section title={webhooks.log.title}>
            <DeliveryLog webhook={webhook} page={page} reload={reload} />
          </Section>
        )}
        {webhook && <History events={history} />}
      </Stack>
      <SecretDialog secret={secret} close={() => setSecret(null)} />
      {webhook && opened !== null && (
        <DeliveryDialog
          webhook={webhook}
          delivery={delivery}
          reload={reload}
          close={() => set({ entrega: null })}
        />
      )}
    </Container>
  );
}
