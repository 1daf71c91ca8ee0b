import { Group, Text } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { editWebhookInput } from '../../../db/commands/webhooks/edit-webhook-input.ts';
import type { Operation } from '../../../db/reads/settings/operation.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import type { WebhookHealth } from '../../../machines/webhook/webhook.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { confirm } from '../../forms/confirm.tsx';
import { useCommandForm } from '../../forms/use-command-form.ts';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { showDone, showRefused } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { HealthMark } from '../../webhooks/marks.tsx';
import { setupWords } from '../../words/setup.ts';
import { webhookWords as words } from '../../words/webhooks.ts';
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

const texts = words.form;
const question = {
  title: texts.unsavedTitle,
  text: texts.unsaved,
  leave: setupWords.discard,
  stay: setupWords.stay,
};

/** A webhook's form: new, or as it is, with what can be done to it. */
export function WebhookForm({ webhook, operations, history, reload, showSecret }: Props) {
  const navigate = useNavigate();
  const form = useCommandForm<Fields>({
    command: 'editWebhook',
    schema: editWebhookInput,
    saved: fieldsOf(webhook, operations),
    version: webhook?.version ?? 0,
    seen: history[0]?.version ?? 0,
    isNew: webhook === null,
    input: ({ fields }, version) => ({ id: webhook?.id ?? null, ...fields, ...(webhook ? { version } : {}) }),
    conflict: 'webhook-changed',
    failed: texts.failed,
    done: ({ id, secret }) => {
      showDone(webhook ? texts.saved : texts.created);
      if (secret) showSecret(String(secret));
      if (webhook) return reload();
      pass();
      navigate(`/webhooks/${id}`, { replace: true });
    },
    reload,
  });
  const pass = useUnsaved(form.dirty, question);

  const act = async (
    name: 'testWebhook' | 'rotateWebhookSecret' | 'deleteWebhook',
    failed: (text: string) => string,
    done: (secret: string) => void,
  ) => {
    const acted = { id: webhook!.id, ...(name === 'testWebhook' ? {} : { version: form.base.version }) };
    const outcome = await form.send(name, acted);
    if (!outcome) return;
    if (!outcome.ok) showRefused(failed(outcome.text || setupWords.noNetwork));
    reload();
    if (outcome.ok) done(String(outcome.data.secret));
  };
  const test = () => act('testWebhook', words.testFailed, () => showDone(words.testSent));
  const rotate = () => act('rotateWebhookSecret', words.rotateFailed, showSecret);
  const remove = () =>
    act('deleteWebhook', words.removeFailed, () => {
      showDone(words.removed);
      pass();
      navigate('/webhooks');
    });
  const ask = (title: string, text: string, yes: string, confirmed: () => unknown) => () =>
    confirm({ title, text, confirm: yes, cancel: setupWords.back }, () => void confirmed());

  return (
    <CommandForm
      form={form}
      card
      gap="md"
      label={texts.title}
      changed={texts.changed}
      changes={history.filter((event) => event.version > form.base.seen)}
      actions={
        <WebhookButtons
          busy={form.busy}
          dirty={form.dirty}
          isNew={webhook === null}
          test={() => void test()}
          rotate={ask(words.rotateTitle, words.rotateText, words.rotate, rotate)}
          remove={ask(words.removeTitle, words.removeText(webhook?.name ?? ''), words.remove, remove)}
        />
      }
    >
      {webhook && <State webhook={webhook} />}
      <WebhookFields form={form} operations={operations} />
    </CommandForm>
  );
}

const State = ({ webhook: { health, failingSince, oldSecretUntil } }: { webhook: ShownWebhook }) => (
  <Group gap="md">
    <HealthMark health={health} />
    {failingSince && (
      <Text size="sm" c="dimmed">
        {words.since(formatInstant(new Date(failingSince)))}
      </Text>
    )}
    {oldSecretUntil && (
      <Text size="sm" c="dimmed">
        {words.oldSecret(formatInstant(new Date(oldSecretUntil)))}
      </Text>
    )}
  </Group>
);

const fieldsOf = (webhook: ShownWebhook | null, operations: Operation[]): Fields => {
  if (!webhook) {
    const only = operations.length === 1 ? operations.map(({ code }) => code) : [];
    return { name: '', url: '', events: ['order.fulfilled'], operations: only, enabled: true };
  }
  const { name, url, events, operations: chosen, enabled } = webhook;
  return { name, url, events, operations: chosen, enabled };
};
