import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { words } from '../words.ts';

/** While a dialog's content is on its way. */
export function DialogLoading() {
  return (
    <Stack aria-busy gap="xs">
      <Text size="sm" c="dimmed">
        {words.loading.info}
      </Text>
      {[80, 60, 90, 70, 50].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </Stack>
  );
}

/** The diagnostic, in the dialog that asked. */
export function DialogRefused({ text }: { text: string }) {
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  );
}
