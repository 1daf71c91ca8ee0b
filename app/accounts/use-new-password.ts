import type { FormEvent } from 'react';
import { changePasswordInput } from '../../db/commands/profile/change-password-input.ts';
import { useCheckedFields } from '../forms/use-checked-fields.ts';
import { profileWords } from '../words/shell/profile-words.ts';

/**
 * A change of password is checked before it is posted: by the command's own schema, and that both were typed alike.
 * @param busy one is under way, and another is not posted
 * @param refused what the server found wrong in the last one, by the names of the fields
 */
export function useNewPassword(busy: boolean, refused: Record<string, string>) {
  const { ref, errors: own, fail } = useCheckedFields(changePasswordInput);
  return {
    ref,
    errors: Object.keys(own).length > 0 ? own : refused,
    check: (event: FormEvent<HTMLFormElement>) => {
      if (busy) return event.preventDefault();
      const wrong = wrongIn(new FormData(event.currentTarget));
      fail(wrong);
      if (Object.keys(wrong).length > 0) event.preventDefault();
    },
  };
}

function wrongIn(form: FormData): Record<string, string> {
  const parsed = changePasswordInput.safeParse({ current: form.get('current'), next: form.get('next') });
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => [path.join('.'), message]).toReversed();
  const differs = form.get('next') !== form.get('repeat') ? { repeat: profileWords.repeatWrong } : {};
  return { ...differs, ...Object.fromEntries(wrong) };
}
