import { Radio, Stack } from '@mantine/core';
import { editSkillsInput } from '../../../db/commands/crew/edit-skills-input.ts';
import type { OperationSkills } from '../../../db/reads/people/crew.ts';
import { type SkillMode, skillModes } from '../../../machines/visit/skills.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { SaveButton } from '../../forms/save-button.tsx';
import { unsavedQuestion, useScreenForm } from '../../forms/use-screen-form.ts';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { skillWords as words } from '../../words/board/crew-words.ts';
import { NeedFields } from './need-fields.tsx';
import { type Fields, fieldsOf, inputOf } from './skill-input.ts';
import { SkillList } from './skill-list.tsx';
import { SkillMatrix } from './skill-matrix.tsx';

type Props = {
  saved: OperationSkills;
  orderTypes: { value: number; text: string }[];
  symptoms: { id: number; text: string }[];
  history: WiredSettingEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  reload: () => void;
};

/** An operation's skills, saved together: mode, list, who has which, what visits need. */
export function SkillForm({ saved, orderTypes, symptoms, history, seen, reload }: Props) {
  const form = useScreenForm<Fields>({
    command: 'editSkills',
    schema: editSkillsInput,
    saved: fieldsOf(saved),
    version: saved.version,
    seen,
    input: (edited, version) => inputOf(saved, edited, version),
    conflict: 'skills-changed',
    unsaved: unsavedQuestion(words.unsavedTitle, words.unsaved),
    failed: (text, named) => (named ? null : words.failed(text)),
    announce: words.done,
    reload,
  });
  return (
    <CommandForm
      form={form}
      gap="lg"
      label={words.title}
      changed={words.changed}
      changes={settingLines(history.filter((event) => event.version > form.base.seen))}
      actions={<SaveButton form={form}>{words.save}</SaveButton>}
    >
      <Radio.Group
        label={words.mode}
        value={form.fields.mode}
        onChange={(mode) => form.change({ mode: mode as SkillMode })}
        error={form.errors.mode}
      >
        <Stack gap="xs" mt="xs">
          {skillModes.map((mode) => (
            <Radio key={mode} value={mode} label={words.modes[mode][0]} description={words.modes[mode][1]} />
          ))}
        </Stack>
      </Radio.Group>
      <SkillList form={form} />
      <SkillMatrix form={form} />
      <NeedFields form={form} orderTypes={orderTypes} symptoms={symptoms} />
    </CommandForm>
  );
}
