import { ActionIcon, NativeSelect, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { skillWords as words } from '../../words/board/crew-words.ts';
import { type EditedNeed, type Fields, newKey } from './skill-input.ts';
import styles from './skills.module.css';

type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  orderTypes: { value: number; text: string }[];
  symptoms: { id: number; text: string }[];
};

type Choice = { value: string; label: string };
type Choices = Record<'skill' | 'orderType' | 'symptom', Choice[]>;

/** What visits need: of an order type, of a symptom, or of both together. */
export function NeedFields({ form, orderTypes, symptoms }: Props) {
  const { needs, skills } = form.fields;
  const any = { value: '', label: words.any };
  const choices: Choices = {
    skill: skills.map(({ key, name }) => ({ value: key, label: name || words.unnamed })),
    orderType: [any, ...orderTypes.map(({ value, text }) => ({ value: String(value), label: text }))],
    symptom: [any, ...symptoms.map(({ id, text }) => ({ value: String(id), label: text }))],
  };
  return (
    <section aria-labelledby="needs">
      <Title order={2} size="h5" id="needs">
        {words.needs}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {needs.length === 0 ? words.noNeeds : words.needsHint}
      </Text>
      <ul className={styles.needs}>
        {needs.map((need, index) => (
          <NeedItem key={need.key} form={form} need={need} number={index + 1} choices={choices} />
        ))}
      </ul>
      {form.errors.needs && (
        <Text size="sm" c="red" role="alert">
          {form.errors.needs}
        </Text>
      )}
      <ReasonedButton
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        why={skills.length === 0 ? words.skillFirst : null}
        onClick={() =>
          form.change({
            needs: [...needs, { key: newKey(needs), skill: skills[0]!.key, orderType: null, symptom: null }],
          })
        }
      >
        {words.addNeed}
      </ReasonedButton>
    </section>
  );
}

type ItemProps = Pick<Props, 'form'> & {
  need: EditedNeed;
  /** Its place in the list. */
  number: number;
  choices: Choices;
};

function NeedItem({ form, need, number, choices }: ItemProps) {
  const { needs } = form.fields;
  const change = (part: Partial<EditedNeed>) =>
    form.change({ needs: needs.map((other) => (other.key === need.key ? { ...other, ...part } : other)) });
  const select = (field: keyof Choices) => (
    <NativeSelect
      label={words[field]}
      value={need[field] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ [field]: value || null })}
      data={choices[field]}
      error={
        form.errors.needs !== undefined &&
        field !== 'skill' &&
        need.orderType === null &&
        need.symptom === null
      }
    />
  );
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser. */}
      <div role="group" aria-label={words.need(number)}>
        {select('skill')}
        {select('orderType')}
        {select('symptom')}
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={words.removeNeed(number)}
          onClick={() => form.change({ needs: needs.filter(({ key }) => key !== need.key) })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
