import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedInput } from '../forms/limited-text.tsx';
import { finishWords } from '../words/closing.ts';
import styles from './closing.module.css';

type Props = {
  value: string | null;
  name: string;
  change: (signature: string | null) => void;
  changeName: (name: string) => void;
  error?: string;
};

/** The customer's signature, drawn with a finger, with the name of who signed; it can be cleared. */
export function SignatureField({ value, name, change, changeName, error }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const first = useRef(value);
  const changed = useRef(change);
  changed.current = change;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const drawing = new SignaturePad(element, { backgroundColor: '#ffffff', penColor: '#0e1318' });
    pad.current = drawing;
    // The canvas has as many pixels as it shows: strokes follow the finger on every screen.
    const resize = () => {
      const strokes = drawing.toData();
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      element.width = element.offsetWidth * ratio;
      element.height = element.offsetHeight * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      drawing.clear();
      if (strokes.length > 0) drawing.fromData(strokes);
      else if (first.current) void drawing.fromDataURL(first.current);
    };
    resize();
    drawing.addEventListener('endStroke', () => changed.current(drawing.toDataURL('image/png')));
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawing.off();
    };
  }, []);

  const clear = () => {
    first.current = null;
    pad.current?.clear();
    change(null);
  };

  return (
    <Fieldset legend={finishWords.signature}>
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
