import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { boardWords } from '../../words/board/board-words.ts';
import { loadingWords } from '../../words/shell/shell-words.ts';

/** While a dialog's content, or a section of it, is on its way. */
export function DialogLoading({ text = loadingWords.info, lines = 5 }: { text?: string; lines?: number }) {
  return (
    <Stack aria-busy gap="xs">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {[80, 60, 90, 70, 50].slice(0, lines).map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </Stack>
  );
}

/** The diagnostic, in the dialog or section that asked; `retry` where asking again may help. */
export function DialogRefused(props: { text: string; icon?: React.ReactNode; retry?: () => void }) {
  return (
    <Alert color="red" variant="light" role="alert" icon={props.icon}>
      {props.text}
      {props.retry && (
        <div>
          <Button variant="default" size="xs" mt={8} onClick={props.retry}>
            {boardWords.retry}
          </Button>
        </div>
      )}
    </Alert>
  );
}
