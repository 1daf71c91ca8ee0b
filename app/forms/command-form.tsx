import { Alert, Card, Stack } from '@mantine/core';
import type { FormEvent, ReactNode, RefObject } from 'react';
import type { WiredSettingEvent } from '../setup/setting-event-text.ts';
import styles from '../setup/setup.module.css';
import { setupWords } from '../words/setup.ts';
import { ChangedNotice } from './changed-notice.tsx';

type Props = {
  form: {
    ref: RefObject<HTMLFormElement>;
    submit: (event: FormEvent) => void;
    busy: boolean;
    failure: string | null;
    changed: 'noticed' | 'refused' | null;
    retry: () => void;
  };
  label: string;
  /** In a frame of its own; else as a part of the page. */
  card?: boolean;
  className?: string | undefined;
  gap?: 'sm' | 'md' | 'lg';
  /** The text of the notice about a concurrent change, and the changes, newest first. */
  changed: string;
  changes: WiredSettingEvent[] | ReactNode[];
  actions?: ReactNode;
  actionsClassName?: string | undefined;
  children: ReactNode;
};

/** The frame of a form: its fields, concurrent changes, why it was refused, its buttons. */
export function CommandForm(props: Props) {
  const { form, label, card = false, className, gap = 'sm', changed, changes, actions, children } = props;
  const { actionsClassName = styles.actions } = props;
  const refused = form.changed === 'refused';
  const common = { ref: form.ref, onSubmit: form.submit, noValidate: true, className, 'aria-label': label };
  const inside = (
    <Stack gap={gap}>
      {children}
      {form.changed && (
        <ChangedNotice
          text={refused ? `${setupWords.notSaved} ${changed}` : changed}
          events={changes}
          busy={form.busy}
          retry={refused ? form.retry : undefined}
        />
      )}
      {form.failure && (
        <Alert color="red" variant="light" role="alert">
          {form.failure}
        </Alert>
      )}
      {actions && <div className={actionsClassName}>{actions}</div>}
    </Stack>
  );
  if (!card) return <form {...common}>{inside}</form>;
  return (
    <Card withBorder component="form" {...common}>
      {inside}
    </Card>
  );
}
