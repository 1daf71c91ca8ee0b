import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { webhookWords } from '../../words/setup/webhooks-words.ts';

const { secret: texts } = webhookWords;

type Props = { secret: string | null; close: () => void };

/** The secret, once. It closes by its button only, so that a stray click does not lose it. */
export function SecretDialog({ secret, close }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret has not been copied
  useEffect(() => setCopied('no'), [secret]);
  const copy = async () => {
    field.current?.select();
    try {
      // Not there over plain http from another machine; then it stays selected.
      await navigator.clipboard.writeText(secret ?? '');
      setCopied('yes');
    } catch {
      setCopied('failed');
    }
  };
  return (
    <Modal
      opened={secret !== null}
      onClose={close}
      title={texts.title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
    >
      <Stack gap="sm">
        <Text size="sm">{texts.text}</Text>
        <TextInput
          ref={field}
          label={texts.label}
          value={secret ?? ''}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Text size="sm" role="status">
          {copied === 'yes' ? texts.copied : copied === 'failed' ? texts.copyFailed : ' '}
        </Text>
        <Group justify="flex-end">
          <Button
            data-autofocus
            variant="default"
            onClick={() => void copy()}
            leftSection={
              copied === 'yes' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
            }
          >
            {texts.copy}
          </Button>
          <Button onClick={close}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
