import { Alert, Card, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { editWebhookInput } from '../../../db/commands/webhooks/edit-webhook-input.ts';
import type { Operation } from '../../../db/reads/operation.ts';
import { formatInstant } from '../../../machines/slots.ts';
import type { WebhookHealth } from '../../../machines/webhook.ts';
import { webhookEvents } from '../../../machines/webhook-body.ts';
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useSend } from '../../forms/use-send.ts';
import { tellDone, tellRefused } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { HealthMark } from '../../webhooks/marks.tsx';
import { setupWords as setup } from '../../words/setup.ts';
import { webhookWords } from '../../words/webhooks.ts';
import { WebhookButtons } from './webhook-buttons.tsx';
import { type Fields, WebhookFields } from './webhook-fields.tsx';

export type ShownWebhook = Fields & {
  id: number;
  version: number;
  health: WebhookHealth;
  failingSince: Date | string | null;
  oldSecretUntil: Date | string | null;
};

type Props = {
  /** Null: one that does not exist yet. */
  webhook: ShownWebhook | null;
  operations: Operation[];
  history: WiredSettingEvent[];
  reload: () => void;
  showSecret: (secret: string) => void;
};

const webhooks = webhookWords;
const { form } = webhooks;
const question = { title: form.unsavedTitle, text: form.unsaved, leave: setup.discard, stay: setup.stay };

const fieldsOf = (webhook: ShownWebhook | null, operations: Operation[]): Fields =>
  webhook
    ? {
        name: webhook.name,
        url: webhook.url,
        events: webhook.events,
        operations: webhook.operations,
        enabled: webhook.enabled,
      }
    : {
        ...{ name: '', url: '', enabled: true, events: ['order.fulfilled'] },
        operations: operations.length === 1 ? operations.map(({ code }) => code) : [],
      };

/** A webhook's form: new, or as it is, with what can be done to it. */
export function WebhookForm({ webhook, operations, history, reload, showSecret }: Props) {
  const navigate = useNavigate();
  const seen = history[0]?.version ?? 0;
  const draft = useDraft<Fields>(fieldsOf(webhook, operations), { version: webhook?.version ?? 0, seen });
  const { fields, dirty, base } = draft;
  const pass = useUnsaved(dirty, question);
  const { busy, send } = useSend();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const since = history.filter((event) => event.version > base.seen);

  const save = async (version: number) => {
    const outcome = await send('editWebhook', inputOf(webhook, fields, version));
    if (!outcome) return;
    if (outcome.ok) {
      const { id, secret } = outcome.data as { id: number; secret: string | null };
      setStale(false);
      draft.saved(Number(outcome.data.version));
      tellDone(webhook ? form.saved : form.created);
      if (secret) showSecret(secret);
      if (webhook) return reload();
      pass();
      return navigate(`/webhooks/${id}`, { replace: true });
    }
    if (outcome.code === 'webhook-changed') setStale(true);
    else {
      setErrors(outcome.fields);
      setFailure(form.failed(outcome.text || setup.noNetwork));
    }
    reload();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const checked = editWebhookInput.safeParse(inputOf(webhook, fields, base.version));
    const wrong = checked.success
      ? []
      : checked.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
    setErrors(Object.fromEntries(wrong.toReversed()));
    if (checked.success && (dirty || !webhook)) void save(base.version);
  };
  const change = (part: Partial<Fields>) => {
    setErrors({});
    draft.change(ordered(part));
  };

  const act = async (
    name: 'testWebhook' | 'rotateWebhookSecret' | 'deleteWebhook',
    input: object,
    failed: (text: string) => string,
  ) => {
    const outcome = await send(name, input);
    if (!outcome) return null;
    if (!outcome.ok) tellRefused(failed(outcome.text || setup.noNetwork));
    reload();
    return outcome.ok ? outcome.data : null;
  };
  const test = async () => {
    if (await act('testWebhook', { id: webhook!.id }, webhooks.testFailed)) tellDone(webhooks.testSent);
  };
  const rotate = async () => {
    const input = { id: webhook!.id, version: base.version };
    const done = await act('rotateWebhookSecret', input, webhooks.rotateFailed);
    if (done) showSecret(String(done.secret));
  };
  const remove = async () => {
    const input = { id: webhook!.id, version: base.version };
    if (!(await act('deleteWebhook', input, webhooks.removeFailed))) return;
    tellDone(webhooks.removed);
    pass();
    navigate('/webhooks');
  };

  return (
    <Card withBorder component="form" onSubmit={submit} noValidate aria-label={form.title}>
      <Stack gap="md">
        {webhook && (
          <Group gap="md">
            <HealthMark health={webhook.health} />
            {webhook.failingSince && (
              <Text size="sm" c="dimmed">
                {webhooks.since(formatInstant(new Date(webhook.failingSince)))}
              </Text>
            )}
            {webhook.oldSecretUntil && (
              <Text size="sm" c="dimmed">
                {webhooks.oldSecret(formatInstant(new Date(webhook.oldSecretUntil)))}
              </Text>
            )}
          </Group>
        )}
        <WebhookFields fields={fields} change={change} errors={errors} operations={operations} />
        {webhook && dirty && (stale || webhook.version > base.version) && (
          <ChangedMeanwhile
            text={stale ? `${setup.notSaved} ${form.changed}` : form.changed}
            events={since}
            busy={busy}
            retry={
              stale
                ? () => {
                    draft.rebase();
                    void save(webhook.version);
                  }
                : undefined
            }
          />
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <WebhookButtons
          busy={busy}
          dirty={dirty}
          isNew={webhook === null}
          test={() => void test()}
          rotate={() => ask(webhooks.rotateTitle, webhooks.rotateText, webhooks.rotate, () => void rotate())}
          remove={() =>
            ask(
              webhooks.removeTitle,
              webhooks.removeText(webhook!.name),
              webhooks.remove,
              () => void remove(),
            )
          }
        />
      </Stack>
    </Card>
  );
}

/** As the record keeps them, so that choosing one and taking it back is no change. */
function ordered(part: Partial<Fields>): Partial<Fields> {
  return {
    ...part,
    ...(part.events ? { events: webhookEvents.filter((event) => part.events!.includes(event)) } : {}),
    ...(part.operations ? { operations: part.operations.toSorted() } : {}),
  };
}

const inputOf = (webhook: ShownWebhook | null, fields: Fields, version: number) => ({
  id: webhook?.id ?? null,
  ...fields,
  ...(webhook ? { version } : {}),
});

const ask = (title: string, text: string, confirm: string, confirmed: () => void) =>
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm, cancel: setup.back },
    confirmProps: { color: 'red' },
    onConfirm: confirmed,
  });
