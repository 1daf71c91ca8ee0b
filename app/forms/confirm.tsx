import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

type Asked = {
  title: string;
  /** One sentence, several, or what the screen draws. */
  text: string | readonly string[] | ReactNode;
  confirm: string;
  cancel: string;
  /** What cannot be taken back is red. */
  harmless?: boolean;
};

/** Ask before something is done, naming its effect. */
export function confirm({ title, text, confirm, cancel, harmless = false }: Asked, confirmed: () => void) {
  modals.openConfirmModal({
    title,
    children: isSentences(text) ? <Sentences texts={[text].flat()} /> : text,
    labels: { confirm, cancel },
    ...(harmless ? {} : { confirmProps: { color: 'red' } }),
    onConfirm: confirmed,
  });
}

const isSentences = (text: Asked['text']): text is string | readonly string[] =>
  typeof text === 'string' || (Array.isArray(text) && text.every((one) => typeof one === 'string'));

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <Stack gap="xs">
    {texts.map((text) => (
      <Text key={text} size="sm">
        {text}
      </Text>
    ))}
  </Stack>
);
