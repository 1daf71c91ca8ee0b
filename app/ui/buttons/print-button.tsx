import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { shellWords } from '../../words/shell/shell-words.ts';

/** The screen on paper, without its bars; a phone offers it only where paper is the point. */
export function PrintButton({ onPhone = false }: { onPhone?: boolean }) {
  return (
    <Button
      size="xs"
      variant="default"
      className="no-print"
      {...(onPhone ? {} : { visibleFrom: 'sm' })}
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => window.print()}
    >
      {shellWords.print}
    </Button>
  );
}
