import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { retry: () => void; busy: boolean; children: ReactNode };

/** Do again what its form was refused. It goes with its notice, so the focus waits at what submits the form (ux.md U37). */
export function RetryButton({ retry, busy, children }: Props) {
  return (
    <Button
      size="xs"
      loading={busy}
      onClick={({ currentTarget }) => {
        currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
        retry();
      }}
    >
      {children}
    </Button>
  );
}
