import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedInput } from '../forms/limited-text.tsx';
import { finishWords } from '../words/closing.ts';
import styles from './closing.module.css';
import { fitStrokes, type Size, scaleInto } from './signature-fit.ts';

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
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  /** What was signed before this form was opened. */
  const first = useRef(value);
  /** The strokes since, and the field's size when the last was drawn: a phone that is turned shows them whole. */
  const signedBy = useRef<{ strokes: PointGroup[]; size: Size }>({
    strokes: [],
    size: { width: 1, height: 1 },
  });
  const changed = useRef(change);
  changed.current = change;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const drawing = new SignaturePad(element, { backgroundColor: '#ffffff', penColor: '#0e1318' });
    pad.current = drawing;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const sizeNow = () => ({ width: element.offsetWidth, height: element.offsetHeight });
    const kept = new Image();
    // The canvas has as many pixels as it shows: strokes follow the finger on every screen.
    const draw = () => {
      const size = sizeNow();
      element.width = size.width * ratio;
      element.height = size.height * ratio;
      const pen = element.getContext('2d');
      pen?.scale(ratio, ratio);
      drawing.clear();
      if (first.current && kept.width > 0) {
        const signed = { width: kept.width / ratio, height: kept.height / ratio };
        const scale = scaleInto(signed, size);
        pen?.drawImage(kept, 0, 0, signed.width * scale, signed.height * scale);
      }
      const { strokes, size: drawn } = signedBy.current;
      drawing.fromData(fitStrokes(strokes, drawn, size), { clear: false });
    };
    signedBy.current = { strokes: [], size: sizeNow() };
    draw();
    kept.onload = draw;
    if (first.current) kept.src = first.current;
    drawing.addEventListener('endStroke', () => {
      signedBy.current = { strokes: drawing.toData(), size: sizeNow() };
      changed.current(drawing.toDataURL('image/png'));
    });
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => {
      kept.onload = null;
      observer.disconnect();
      drawing.off();
    };
  }, []);

  const clear = () => {
    first.current = null;
    signedBy.current = { ...signedBy.current, strokes: [] };
    pad.current?.clear();
    change(null);
  };

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
