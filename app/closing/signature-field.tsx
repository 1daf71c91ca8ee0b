import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedInput } from '../forms/limited-text.tsx';
import { finishWords } from '../words/visit/closing-words.ts';
import styles from './closing.module.css';
import { useSignaturePad } from './use-signature-pad.ts';

type Props = {
  value: string | null;
  name: string;
  change: (signature: string | null) => void;
  changeName: (name: string) => void;
  error?: string;
  required?: boolean;
};

/** The customer's signature, drawn with a finger, with the name of who signed; it can be cleared. */
export function SignatureField({ value, name, change, changeName, error, required }: Props) {
  const { canvas, clear } = useSignaturePad(value, change);

  return (
    <Fieldset
      legend={
        <>
          {finishWords.signature}
          {required && (
            <Text span inherit c="red" aria-hidden>
              {' *'}
            </Text>
          )}
        </>
      }
    >
      <Stack gap="xs">
        <canvas ref={canvas} className={styles.pad} role="img" aria-label={finishWords.signatureHint} />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {finishWords.signatureHint}
          </Text>
          <Button
            variant="default"
            size="sm"
            h="auto"
            mih={44}
            className={styles.clear}
            onClick={clear}
            disabled={value === null}
          >
            {finishWords.clear}
          </Button>
        </Group>
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        <LimitedInput
          size="md"
          label={finishWords.signatureName}
          max={textLimits.signatureName}
          autoComplete="off"
          value={name}
          onChange={(event) => changeName(event.currentTarget.value)}
        />
      </Stack>
    </Fieldset>
  );
}
