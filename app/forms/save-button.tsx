import type { ReactNode } from 'react';
import { ReasonedButton } from '../ui/buttons/reasoned-button.tsx';
import { setupWords } from '../words/setup/setup-words.ts';

type Props = {
  form: { busy: boolean; dirty: boolean; isNew?: boolean };
  icon?: ReactNode;
  children: ReactNode;
};

/** Saves a form; with nothing to save it is off, and says so. */
export const SaveButton = ({ form: { busy, dirty, isNew = false }, icon, children }: Props) => (
  <ReasonedButton
    type="submit"
    loading={busy}
    why={dirty || isNew ? null : setupWords.nothing}
    leftSection={icon}
  >
    {children}
  </ReasonedButton>
);
