import { Stack, Text } from '@mantine/core';
import type { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

export type Question = Parameters<typeof modals.openConfirmModal>[0];

export type Asked = {
  title: string;
  /** One sentence, several, or what the screen draws. */
  text: string | readonly string[] | ReactNode;
  confirm: string;
  cancel: string;
  /** What cannot be taken back is red. */
  harmless?: boolean;
  /** Called when the question is gone, after a confirmation too. */
  closed?: () => void;
};

/** The window's event by which `Confirmations` receives a question. */
export const questionAsked = 'agenda:confirm';

/** Ask before something is done, naming its effect. */
export function confirm(asked: Asked, confirmed: () => void) {
  const { title, text, harmless = false, closed } = asked;
  const detail: Question = {
    title,
    children: isSentences(text) ? <Sentences texts={[text].flat()} /> : text,
    labels: { confirm: asked.confirm, cancel: asked.cancel },
    ...(harmless ? {} : { confirmProps: { color: 'red' } }),
    onConfirm: confirmed,
    ...(closed ? { onClose: closed } : {}),
  };
  window.dispatchEvent(new CustomEvent<Question>(questionAsked, { detail }));
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
