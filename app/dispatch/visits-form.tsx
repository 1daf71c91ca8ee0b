import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { StoppedBy } from './stopped-by.tsx';
import type { useVisitsForm } from './use-visits-form.ts';

type Props = {
  form: Omit<ReturnType<typeof useVisitsForm>, 'fields' | 'change'>;
  submit: string;
  cancel: string;
  close: () => void;
  children: ReactNode;
};

/** The frame of a form about one or many visits: its fields, what stopped it, its buttons. */
export function VisitsForm({ form, submit, cancel, close, children }: Props) {
  const { visits, stop, seen, busy, retry, leaveOut } = form;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {children}
        {stop && (
          <StoppedBy stop={stop} visits={visits} seen={seen} retry={retry} busy={busy} leaveOut={leaveOut} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={visits.length === 0}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
