import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { LimitedInput } from '../../forms/limited-text.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { skillWords as words } from '../../words/board/crew-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { type EditedSkill, type Fields, newKey } from './skill-input.ts';
import styles from './skills.module.css';

type Props = { form: ReturnType<typeof useCommandForm<Fields>> };

const fold = (name: string) => name.trim().toLocaleLowerCase('es');

/** The skills themselves: added, renamed, taken out with what goes along. */
export function SkillList({ form }: Props) {
  const { skills } = form.fields;
  const added = useRef<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The name of a skill that was just added is what is typed next.
    if (added.current === null) return;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    added.current = null;
  });
  return (
    <section aria-labelledby="skills">
      <Title order={2} size="h5" id="skills" mb="xs">
        {words.list}
      </Title>
      {skills.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {words.none}
        </Text>
      )}
      <ul ref={list} className={styles.skills}>
        {skills.map((skill, index) => (
          <SkillItem key={skill.key} form={form} skill={skill} number={index + 1} />
        ))}
      </ul>
      {form.errors.skills && (
        <Text size="sm" c="red" role="alert">
          {form.errors.skills}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          const key = newKey(skills);
          added.current = key;
          form.change({ skills: [...skills, { key, id: null, name: '' }] });
        }}
      >
        {words.add}
      </Button>
    </section>
  );
}

type ItemProps = Props & {
  skill: EditedSkill;
  /** Its place in the list. */
  number: number;
};

/** One skill: its name, and how it is taken out with the needs and the ticks that name it. */
function SkillItem({ form, skill, number }: ItemProps) {
  const { skills, needs, technicians } = form.fields;
  const { key, name } = skill;
  const wrong =
    form.errors.skills !== undefined &&
    (name.trim() === '' || skills.some((other) => other.key !== key && fold(other.name) === fold(name)));
  const drop = () =>
    form.change({
      skills: skills.filter((skill) => skill.key !== key),
      ...(needs.some(({ skill }) => skill === key)
        ? { needs: needs.filter(({ skill }) => skill !== key) }
        : {}),
    });
  const remove = () => {
    const [needed, skilled] = [
      needs.filter(({ skill }) => skill === key).length,
      technicians.filter((technician) => technician.skills.includes(key)).length,
    ];
    if (needed === 0 && skilled === 0) return drop();
    const text = [
      words.removeText(name),
      ...(needed > 0 ? [words.removeNeeds(needed)] : []),
      ...(skilled > 0 ? [words.removeTechnicians(skilled)] : []),
    ];
    confirm({ title: words.removeTitle, text, confirm: words.removeYes, cancel: setupWords.back }, drop);
  };
  return (
    <li>
      <LimitedInput
        aria-label={words.name(number)}
        max={textLimits.skillName}
        value={skill.name}
        error={wrong}
        onChange={({ currentTarget: { value } }) =>
          form.change({
            skills: skills.map((each) => (each.key === skill.key ? { ...each, name: value } : each)),
          })
        }
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={words.removeSkill(skill.name || words.unnamed)}
        onClick={remove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
