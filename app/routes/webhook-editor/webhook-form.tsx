import { useNavigate } from '@remix-run/react';
import { editWebhookInput } from '../../../db/commands/webhooks/edit-webhook-input.ts';
import type { Operation } from '../../../db/reads/settings/operation.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { useCommandForm } from '../../forms/use-command-form.ts';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { showDone } from '../../ui/toast.ts';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { setupWords } from '../../words/setup.ts';
import { webhookWords as words } from '../../words/webhooks.ts';
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

  const actions = useWebhookActions({ webhook, form, pass, reload, showSecret });

  return (
    <CommandForm
      form={form}
      card
      gap="md"
      label={texts.title}
      changed={texts.changed}
      changes={settingLines(history.filter((event) => event.version > form.base.seen))}
      actions={<WebhookButtons busy={form.busy} dirty={form.dirty} isNew={webhook === null} {...actions} />}
    >
      {webhook && <WebhookState webhook={webhook} />}
      <WebhookFields form={form} operations={operations} />
    </CommandForm>
  );
}
