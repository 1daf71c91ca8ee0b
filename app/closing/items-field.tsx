import { ActionIcon, Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isAmount, mostOfItem, wrongAmount } from '../../machines/visit/closing.ts';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedTextarea } from '../forms/limited-text.tsx';
import { finishWords } from '../words/visit/closing-words.ts';
import styles from './closing.module.css';
import type { DraftItem } from './finish-draft.ts';

type Props = {
  kind: 'materials' | 'labors';
  catalogue: { code: string; name: string }[];
  items: DraftItem[];
  change: (items: DraftItem[]) => void;
  comments: string;
  changeComments: (comments: string) => void;
  /** Why nothing can be entered; null: it can. */
  off: string | null;
};

/** Materials or labour with their quantities (S1 §5 'Quantity inputs'). */
export function ItemsField({ kind, catalogue, items, change, comments, changeComments, off }: Props) {
  const title = kind === 'materials' ? finishWords.materials : finishWords.labors;
  if (off)
    return (
      <Fieldset legend={title}>
        <Text size="sm" c="dimmed">
          {off}
        </Text>
      </Fieldset>
    );
  const set = (code: string, amount: string) =>
    change(items.map((item) => (item.code === code ? { ...item, amount } : item)));
  return (
    <Fieldset legend={title}>
      <Stack gap="xs">
        <AddItem kind={kind} catalogue={catalogue} items={items} change={change} />
        {items.map((item) => (
          <Item
            key={item.code}
            item={item}
            wrongId={`${kind}-${item.code}-wrong`}
            set={(amount) => set(item.code, amount)}
          />
        ))}
        <LimitedTextarea
          label={kind === 'materials' ? finishWords.materialComments : finishWords.laborComments}
          autosize
          minRows={1}
          maxRows={4}
          max={textLimits.note}
          value={comments}
          onChange={(event) => changeComments(event.currentTarget.value)}
        />
      </Stack>
    </Fieldset>
  );
}

/** Offers what is not among the items yet. */
function AddItem({ kind, catalogue, items, change }: Pick<Props, 'kind' | 'catalogue' | 'items' | 'change'>) {
  const [search, setSearch] = useState('');
  const label = kind === 'materials' ? finishWords.addMaterial : finishWords.addLabor;
  return (
    <Select
      size="md"
      aria-label={label}
      placeholder={label}
      searchable
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      data={catalogue
        .filter(({ code }) => !items.some((item) => item.code === code))
        .map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(code) => {
        const added = catalogue.find((item) => item.code === code);
        if (added) change([...items, { ...added, amount: '1' }]);
        setSearch('');
      }}
    />
  );
}

type ItemProps = {
  item: DraftItem;
  /** The id of what says that the amount is wrong. */
  wrongId: string;
  set: (amount: string) => void;
};

/** One of them with its quantity, by buttons or typed. */
const Item = ({ item, wrongId, set }: ItemProps) => (
  <div className={styles.item}>
    <Text size="sm">{item.name}</Text>
    <ActionIcon
      variant="default"
      size={40}
      aria-label={finishWords.minus(item.name)}
      disabled={countOf(item.amount) === 0}
      onClick={() => set(String(countOf(item.amount) - 1))}
    >
      <IconMinus size={16} aria-hidden />
    </ActionIcon>
    <TextInput
      size="md"
      className={styles.itemAmount}
      inputMode="numeric"
      aria-label={finishWords.amount(item.name)}
      value={item.amount}
      error={!isAmount(item.amount)}
      aria-describedby={isAmount(item.amount) ? undefined : wrongId}
      onChange={(event) => set(quantity(event.currentTarget.value))}
      onBlur={() => item.amount === '' && set('0')}
    />
    <ActionIcon
      variant="default"
      size={40}
      aria-label={finishWords.plus(item.name)}
      disabled={countOf(item.amount) >= mostOfItem}
      onClick={() => set(String(countOf(item.amount) + 1))}
    >
      <IconPlus size={16} aria-hidden />
    </ActionIcon>
    {!isAmount(item.amount) && (
      <Text id={wrongId} className={styles.itemWrong} size="sm" c="red" role="alert">
        {wrongAmount}
      </Text>
    )}
  </div>
);

/** From where the buttons count. */
const countOf = (amount: string) => (isAmount(amount) ? Number(amount) : 0);

/** Without leading zeros and spaces around it; what is no whole number stays as typed, and is refused. */
export function quantity(typed: string): string {
  const text = typed.trim();
  return isAmount(text.replace(/^0+(?=\d)/, '')) && text !== '' ? String(Number(text)) : text;
}
