import { Alert, NumberInput, Stack, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { editConversationInput } from '../../../db/commands/conversation/edit-conversation-input.ts';
import type { SettingConversation } from '../../../db/reads/settings.ts';
import { type Conversation, conversationLimits } from '../../../machines/conversation.ts';
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import styles from '../../setup/setup.module.css';
import { useDraft } from '../../forms/use-draft.ts';
import { useSend } from '../../forms/use-send.ts';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { tellDone } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { conversationEditorWords as conversationEditor } from '../../words/conversation-editor.ts';
import { setupWords } from '../../words/setup.ts';

type Fields = Omit<Conversation, 'noticeHours' | 'changes'> & {
  noticeHours: number | string;
  changes: number | string;
};
type Props = {
  saved: SettingConversation;
  history: WiredSettingEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  reload: () => void;
};
const question = {
  title: conversationEditor.unsavedTitle,
  text: conversationEditor.unsaved,
  leave: setupWords.discard,
  stay: setupWords.stay,
};

/** The switches of one operation, saved together. */
export function ConversationForm({ saved, history, seen, reload }: Props) {
  const { operation, version, ...conversation } = saved;
  const draft = useDraft<Fields>(conversation, { version, seen });
  const { fields, changes, dirty, base } = draft;
  const { busy, send } = useSend();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  useUnsaved(dirty, question);
  const since = history.filter((event) => event.version > base.seen);

  const save = async (on: number) => {
    const outcome = await send('editConversation', inputOf(operation, changes, on));
    if (!outcome) return;
    setStale(false);
    if (outcome.ok) {
      draft.saved((outcome.data as { version: number }).version);
      tellDone(conversationEditor.done);
    } else if (outcome.code === 'conversation-changed') setStale(true);
    else {
      setErrors(outcome.fields);
      const named = Object.keys(outcome.fields).length > 0;
      setFailure(named ? null : conversationEditor.failed(outcome.text || setupWords.noNetwork));
    }
    reload();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setErrors({});
    if (!dirty) return;
    const checked = editConversationInput.safeParse(inputOf(operation, changes, base.version));
    if (checked.success) return void save(base.version);
    const wrong = checked.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
    setErrors(Object.fromEntries(wrong.toReversed()));
  };
  const flag = (name: 'reminder' | 'replies' | 'question') => ({
    checked: fields[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      draft.change({ [name]: event.currentTarget.checked }),
    label: conversationEditor[name],
    description: conversationEditor[`${name}Hint`],
  });
  const amount = (name: 'noticeHours' | 'changes', field: string) => ({
    value: fields[name],
    onChange: (value: number | string) => draft.change({ [name]: value }),
    label: conversationEditor[name],
    description: conversationEditor[`${name}Hint`],
    min: conversationLimits[name].first,
    max: conversationLimits[name].last,
    clampBehavior: 'none' as const,
    allowDecimal: false,
    error: errors[field],
    disabled: !fields.replies,
  });

  return (
    <form onSubmit={submit} noValidate className={styles.panel} aria-label={conversationEditor.title}>
      <Stack gap="lg">
        <Switch {...flag('reminder')} />
        <Switch {...flag('replies')} />
        <div className={styles.pair}>
          <NumberInput {...amount('noticeHours', 'notice_hours')} />
          <NumberInput {...amount('changes', 'changes')} />
        </div>
        <Switch {...flag('question')} />
        {dirty && (stale || version > base.version) && (
          <ChangedMeanwhile
            text={stale ? `${setupWords.notSaved} ${conversationEditor.changed}` : conversationEditor.changed}
            events={since}
            busy={busy}
            retry={
              stale
                ? () => {
                    draft.rebase();
                    void save(version);
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
        <div className={styles.actions}>
          <ReasonedButton type="submit" loading={busy} why={dirty ? null : setupWords.nothing}>
            {conversationEditor.save}
          </ReasonedButton>
        </div>
      </Stack>
    </form>
  );
}

/** The command's input: only what was changed, so that the rest stays as others left it. */
const inputOf = (operation: string, changes: Partial<Fields>, version: number) => ({
  subsidiary_id: operation,
  reminder: changes.reminder,
  replies: changes.replies,
  question: changes.question,
  notice_hours: changes.noticeHours,
  changes: changes.changes,
  version,
});
