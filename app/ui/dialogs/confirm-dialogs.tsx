import { Stack, Text } from '@mantine/core';
import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import type { Asked, Question } from './confirm.ts';

/** Opens each question once, in the order in which they were asked. */
export const ConfirmDialogs = ({ questions }: { questions: readonly Question[] }) => (
  <ModalsProvider>
    <Opener questions={questions} />
  </ModalsProvider>
);

function Opener({ questions }: { questions: readonly Question[] }) {
  const { openConfirmModal } = useModals();
  const opened = useRef(new Set<Question>());
  useEffect(() => {
    for (const question of questions) {
      if (opened.current.has(question)) continue;
      opened.current.add(question);
      const { title, text, confirm, cancel, harmless = false, closed, confirmed } = question;
      openConfirmModal({
        title,
        children: isSentences(text) ? <Sentences texts={[text].flat()} /> : text,
        labels: { confirm, cancel },
        ...(harmless ? {} : { confirmProps: { color: 'red' } }),
        onConfirm: confirmed,
        ...(closed ? { onClose: closed } : {}),
      });
    }
  }, [questions, openConfirmModal]);
  return null;
}

const isSentences = (text: Asked['text']): text is string | readonly string[] =>
  typeof text === 'string' || (Array.isArray(text) && text.every((part) => typeof part === 'string'));

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <Stack gap="xs">
    {texts.map((text) => (
      <Text key={text} size="sm">
        {text}
      </Text>
    ))}
  </Stack>
);
