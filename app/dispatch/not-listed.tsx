import { Alert, Button, Group, Text } from '@mantine/core';
import { conflictWords } from '../words/board/dispatch-words.ts';

/** A list to choose from did not come: said beside its field, with the way to ask again. What was chosen elsewhere stays. */
export function NotListed({ text, retry }: { text: string; retry: () => void }) {
  return (
    <Alert color="red" variant="light" role="alert" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" variant="default" onClick={retry}>
          {conflictWords.retry}
        </Button>
      </Group>
    </Alert>
  );
}
