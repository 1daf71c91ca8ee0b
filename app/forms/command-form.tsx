import { Alert, Card, Stack } from '@mantine/core';
import type { FormEvent, ReactNode, RefObject } from 'react';
import styles from '../setup/setup.module.css';
import { setupWords } from '../words/setup/setup-words.ts';
import { ChangedNotice } from './changed-notice.tsx';

type Props = {
  form: {
    ref: RefObject<HTMLFormElement>;
    submit: (event: FormEvent) => void;
    busy: boolean;
    failure: string | null;
    changed?: 'noticed' | 'refused' | null;
    retry?: () => void;
  };
  /** Its name, where no heading is one. */
  label?: string;
  /** In a frame of its own; else as a part of the page. */
  card?: boolean;
  className?: string | undefined;
  gap?: 'sm' | 'md' | 'lg';
  /** The text of the notice about a concurrent change, what it is once a save was refused for it, and the changes. */
  changed?: string;
  refused?: string;
  changes?: ReactNode[];
  /** What another try saves upon. */
  retryHint?: string;
  actions?: ReactNode;
  actionsClassName?: string | undefined;
  children: ReactNode;
};

/** The frame of a form: its fields, concurrent changes, why it was refused, its buttons. */
export function CommandForm(props: Props) {
  const { form, label, card = false, className, gap = 'sm', changed = '', changes = [] } = props;
  const { refused = `${setupWords.notSaved} ${changed}`, retryHint = setupWords.retryHint } = props;
  const { actions, actionsClassName = styles.actions, children } = props;
  const isRefused = form.changed === 'refused';
  const common = { ref: form.ref, onSubmit: form.submit, noValidate: true, className, 'aria-label': label };
  const inside = (
    <Stack gap={gap}>
      {children}
      {form.changed && (
        <ChangedNotice
          text={isRefused ? refused : changed}
          changes={changes}
          retryHint={retryHint}
          busy={form.busy}
          retry={isRefused ? form.retry : undefined}
        />
      )}
      {form.failure && (
        <Alert color="red" variant="light" role="alert">
          {form.failure}
        </Alert>
      )}
      {/* A form's own place for them is the foot of the screen. */}
      {actions && (
        <div className={actionsClassName} data-foot={props.actionsClassName ? true : undefined}>
          {actions}
        </div>
      )}
    </Stack>
  );
  if (!card) return <form {...common}>{inside}</form>;
  return (
    <Card withBorder component="form" {...common}>
      {inside}
    </Card>
  );
}
