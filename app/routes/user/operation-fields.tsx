import { ActionIcon, Badge, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import styles from '../../accounts/accounts.module.css';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';

const { user: texts } = accountWords;

type Props = {
  value: string[];
  onChange: (operations: string[]) => void;
  all: { code: string; name: string }[];
  technician: boolean;
  error?: string | undefined;
};

/** The operations of an account in their order; keys and a finger move them as well as a mouse. */
export function OperationFields({ value, onChange, all, technician, error }: Props) {
  const nameOf = (code: string) => {
    const operation = all.find((each) => each.code === code);
    return operation ? `${operation.name} (${code})` : code;
  };
  const free = all.filter(({ code }) => !value.includes(code));
  const raise = (at: number) => {
    const next = [...value];
    next.splice(at - 1, 2, next[at]!, next[at - 1]!);
    onChange(next);
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {value.length === 0 ? texts.noOperations : texts.operationsHint}
      </Text>
      {value.length > 0 && (
        <ol className={styles.operations} aria-label={texts.operations}>
          {value.map((code, at) => (
            <OperationItem
              key={code}
              name={nameOf(code)}
              first={at === 0 && technician}
              raise={at > 0 ? () => raise(at) : null}
              remove={() => onChange(value.filter((other) => other !== code))}
            />
          ))}
        </ol>
      )}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <NativeSelect
        label={texts.addOperation}
        value=""
        disabled={free.length === 0}
        description={free.length === 0 ? texts.allAdded : undefined}
        data={[
          { value: '', label: texts.chooseOperation },
          ...free.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
        ]}
        onChange={(event) => {
          const code = event.currentTarget.value;
          if (code !== '') onChange([...value, code]);
        }}
      />
    </Stack>
  );
}

type ItemProps = {
  name: string;
  /** Marked as a technician's principal one. */
  first: boolean;
  /** Null: it is at the top. */
  raise: (() => void) | null;
  remove: () => void;
};

const OperationItem = ({ name, first, raise, remove }: ItemProps) => (
  <li>
    <Text size="sm" component="span">
      {name}
    </Text>
    {first && (
      <Badge variant="default" size="sm" tt="none">
        {texts.first}
      </Badge>
    )}
    {raise && (
      <ActionIcon variant="default" size="lg" aria-label={texts.up(name)} onClick={raise}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
    )}
    <ActionIcon variant="default" size="lg" aria-label={texts.remove(name)} onClick={remove}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  </li>
);
