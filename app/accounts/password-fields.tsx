import { PasswordInput } from '@mantine/core';
import { profileWords } from '../words/shell/profile-words.ts';

type Props = {
  /** By the names of the fields. */
  errors: Record<string, string>;
  currentLabel: string;
  /** What a new password has to be. */
  rules: string;
  /** Of a screen of its own: larger, and the first has the focus. */
  alone?: boolean;
};

/** The current password and the new one, asked for twice; a password manager knows which is which. */
export function PasswordFields({ errors, currentLabel, rules, alone = false }: Props) {
  const size = alone ? 'md' : 'sm';
  return (
    <>
      <PasswordInput
        name="current"
        label={currentLabel}
        autoComplete="current-password"
        autoFocus={alone}
        size={size}
        error={errors.current}
      />
      <PasswordInput
        name="next"
        label={profileWords.next}
        description={rules}
        autoComplete="new-password"
        size={size}
        error={errors.next}
      />
      <PasswordInput
        name="repeat"
        label={profileWords.repeat}
        autoComplete="new-password"
        size={size}
        error={errors.repeat}
      />
    </>
  );
}
