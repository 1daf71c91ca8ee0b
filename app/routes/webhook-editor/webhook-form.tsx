import { useNavigate } from '@remix-run/react';
import { editWebhookInput } from '../../../db/commands/webhooks/edit-webhook-input.ts';
import type { Operation } from '../../../db/reads/settings/operation.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { unsavedQuestion, useScreenForm } from '../../forms/use-screen-form.ts';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { webhookWords as words } from '../../words/setup/webhooks-words.ts';
import { useWebhookActions } from './use-webhook-actions.ts';
import { WebhookButtons } from './webhook-buttons.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import { type Fields, fieldsOf, type ShownWebhook } from './webhook-input.ts';
import { WebhookState } from './webhook-state.tsx';

type Props = {
  /** Null: one that does not exist yet. */
  webhook: ShownWebhook | null;
  operations: Operation[];
  history: WiredSettingEvent[];
  reload: () => void;
  showSecret: (secret: string) => void;
};

const texts = words.form;

/** A webhook's form: new, or as it is, with what can be done to it. */
export function WebhookForm({ webhook, operations, history, reload, showSecret }: Props) {
  const navigate = useNavigate();
  const form = useScreenForm<Fields>({
    command: 'editWebhook',
    schema: editWebhookInput,
    saved: fieldsOf(webhook, operations),
    version: webhook?.version ?? null,
    seen: history[0]?.version ?? 0,
    input: ({ fields }, version) => ({ id: webhook?.id ?? null, ...fields, version }),
    conflict: 'webhook-changed',
    unsaved: unsavedQuestion(texts.unsavedTitle, texts.unsaved),
    failed: texts.failed,
    announce: webhook ? texts.saved : texts.created,
    done: ({ id, secret }) => {
      if (secret) showSecret(String(secret));
      if (!webhook) navigate(`/webhooks/${id}`, { replace: true });
    },
    reload,
  });
  const actions = useWebhookActions({ webhook, form, reload, showSecret });

  return (
    <CommandForm
      form={form}
      card
      gap="md"
      label={texts.title}
      changed={texts.changed}
      changes={settingLines(history.filter((event) => event.version > form.base.seen))}
      actions={<WebhookButtons form={form} {...actions} />}
    >
      {webhook && <WebhookState webhook={webhook} />}
      <WebhookFields form={form} operations={operations} />
    </CommandForm>
  );
}
