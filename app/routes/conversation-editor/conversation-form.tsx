import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { editConversationInput } from '../../../db/commands/conversation/edit-conversation-input.ts';
import type { SettingConversation } from '../../../db/reads/settings/settings.ts';
import { type ConversationSettings, conversationLimits } from '../../../machines/customer/conversation.ts';
import { arrivalModes } from '../../../machines/visit/arrival.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { SaveButton } from '../../forms/save-button.tsx';
import { unsavedQuestion, useScreenForm } from '../../forms/use-screen-form.ts';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import styles from '../../setup/setup.module.css';
import { conversationEditorWords as words } from '../../words/setup/conversation-editor-words.ts';
import { LogoField } from './logo-field.tsx';

type Fields = Omit<ConversationSettings, 'noticeHours' | 'changes'> & {
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

/** The switches of one operation, saved together. */
export function ConversationForm({ saved, history, seen, reload }: Props) {
  const form = useConversationForm({ saved, seen, reload });
  const flag = (name: 'reminder' | 'replies' | 'question' | 'late' | 'surnameFirst') => ({
    ...form.check(name),
    label: words[name],
    description: words[`${name}Hint`],
  });
  const amount = (name: 'noticeHours' | 'changes') => ({
    ...form.value(name),
    label: words[name],
    description: words[`${name}Hint`],
    min: conversationLimits[name].first,
    max: conversationLimits[name].last,
    clampBehavior: 'none' as const,
    allowDecimal: false,
    disabled: !form.fields.replies,
  });
  return (
    <CommandForm
      form={form}
      className={styles.panel}
      gap="lg"
      label={words.title}
      changed={words.changed}
      changes={settingLines(history.filter((event) => event.version > form.base.seen))}
      actions={<SaveButton form={form}>{words.save}</SaveButton>}
    >
      <ContactFields form={form} />
      <Switch {...flag('surnameFirst')} />
      <LogoField {...form.value('logo')} company={form.fields.company} />
      <Switch {...flag('reminder')} />
      <Switch {...flag('replies')} />
      <div className={styles.pair}>
        <NumberInput {...amount('noticeHours')} />
        <NumberInput {...amount('changes')} />
      </div>
      <Switch {...flag('question')} />
      <Switch {...flag('late')} />
      <NativeSelect
        {...form.text('arrival')}
        label={words.arrival}
        description={words.arrivalHint}
        maw="26rem"
        data={arrivalModes.map((value) => ({ value, label: words.arrivalModes[value] }))}
      />
    </CommandForm>
  );
}

/** The form over the conversation's settings. */
function useConversationForm({ saved, seen, reload }: Pick<Props, 'saved' | 'seen' | 'reload'>) {
  const { operation, version, ...conversation } = saved;
  return useScreenForm<Fields>({
    command: 'editConversation',
    schema: editConversationInput,
    saved: conversation,
    version,
    seen,
    names: { noticeHours: 'notice_hours', areaCode: 'area_code', surnameFirst: 'surname_first' },
    // Only what was changed, so that the rest stays as others left it.
    input: ({ changes: { noticeHours, areaCode, surnameFirst, ...changes } }, on) => ({
      subsidiary_id: operation,
      ...changes,
      notice_hours: noticeHours,
      area_code: areaCode,
      surname_first: surnameFirst,
      version: on,
    }),
    conflict: 'conversation-changed',
    unsaved: unsavedQuestion(words.unsavedTitle, words.unsaved),
    failed: (text, named) => (named ? null : words.failed(text)),
    announce: words.done,
    reload,
  });
}

/** What the customer sees of the operation, and how telephones are read. */
const ContactFields = ({ form }: { form: ReturnType<typeof useConversationForm> }) => (
  <>
    <div className={styles.pair}>
      <TextInput {...form.text('company')} label={words.company} description={words.companyHint} />
      <TextInput
        {...form.text('telephone')}
        label={words.telephone}
        description={words.telephoneHint}
        inputMode="tel"
      />
    </div>
    <div className={styles.pair}>
      <TextInput {...form.text('country')} label={words.country} description={words.countryHint} />
      <TextInput
        {...form.text('areaCode')}
        label={words.areaCode}
        description={words.areaCodeHint}
        inputMode="tel"
      />
    </div>
  </>
);
