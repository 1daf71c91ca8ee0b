import { ActionIcon, Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isAmount, mostOfItem, wrongAmount } from '../../machines/visit/closing.ts';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedTextarea } from '../forms/limited-text.tsx';
import { finishWords } from '../words/closing.ts';
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
  const [search, setSearch] = useState('');
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
        <Select
          size="md"
          aria-label={kind === 'materials' ? finishWords.addMaterial : finishWords.addLabor}
          placeholder={kind === 'materials' ? finishWords.addMaterial : finishWords.addLabor}
          searchable
          value={null}
          searchValue={search}
          onSearchChange={setSearch}
          data={catalogue
            .filter(({ code }) => !items.some((item) => item.code === code))
            .map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code) => {
            const found = catalogue.find((item) => item.code === code);
            if (found) change([...items, { ...found, amount: '1' }]);
            setSearch('');
          }}
        />
        {items.map((item) => (
          <div key={item.code} className={styles.item}>
            <Text size="sm">{item.name}</Text>
            <ActionIcon
              variant="default"
              size={40}
              aria-label={finishWords.minus(item.name)}
              disabled={countOf(item.amount) === 0}
              onClick={() => set(item.code, String(countOf(item.amount) - 1))}
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
              aria-describedby={isAmount(item.amount) ? undefined : `${kind}-${item.code}-wrong`}
              onChange={(event) => set(item.code, quantity(event.currentTarget.value))}
              onBlur={() => item.amount === '' && set(item.code, '0')}
            />
            <ActionIcon
              variant="default"
              size={40}
              aria-label={finishWords.plus(item.name)}
              disabled={countOf(item.amount) >= mostOfItem}
              onClick={() => set(item.code, String(countOf(item.amount) + 1))}
            >
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
            {!isAmount(item.amount) && (
              <Text
                id={`${kind}-${item.code}-wrong`}
                className={styles.itemWrong}
                size="sm"
                c="red"
                role="alert"
              >
                {wrongAmount}
              </Text>
            )}
          </div>
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

/** From where the buttons count. */
const countOf = (amount: string) => (isAmount(amount) ? Number(amount) : 0);

/** Without leading zeros and spaces around it; what is no whole number stays as typed, and is refused. */
export function quantity(typed: string): string {
  const text = typed.trim();
  return isAmount(text.replace(/^0+(?=\d)/, '')) && text !== '' ? String(Number(text)) : text;
}
