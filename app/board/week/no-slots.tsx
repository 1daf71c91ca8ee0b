import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { Empty } from '../../ui/error-page.tsx';
import { boardWords } from '../../words/board.ts';

/** In the place of a calendar that has no rows. */
export function NoSlots({ operation, mayConfigure }: { operation: string; mayConfigure: boolean }) {
  return (
    <Empty title={boardWords.noSlots}>
      {mayConfigure && (
        <Button component={Link} to={`/subsidiaries/edit?op=${operation}`} variant="light">
          {boardWords.configureNow}
        </Button>
      )}
    </Empty>
  );
}
